"""Private estimates of the distribution of counts: linear noise, exactly calibrated."""
