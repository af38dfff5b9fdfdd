"""Programs that would fool a judge of laws, and some beside them that are as good as they look.

Each is the text of a module with a function ``f`` of one count. REFUSED: in truth a function of
its input, or of what nobody answers for; with a part of what the refusal says. JUDGED: with its
law at input 1, which holds by the documentation of what it calls. UNDECIDED: judged, not refused.
"""

from fractions import Fraction

HALF = {"0": Fraction(1, 2), "1": Fraction(1, 2)}
COIN = "    return int({} < 0.5)\n"


RNG = "import random\nRNG = random."


def drawing(expression, before=""):
    """Return a module that sets something up, then a sampler that tosses a coin."""
    return f"{before}\ndef f(value):\n{COIN.format(expression)}"


def setting(*lines, top="import random\nimport numpy as np"):
    """Return a module whose sampler is these lines, the last of them a coin."""
    body = "".join(f"    {line}\n" for line in lines[:-1])
    return f"{top}\ndef f(value):\n{body}{COIN.format(lines[-1])}"


REFUSED = {
    # -- seeded while running
    "random.seed(v)": (setting("random.seed(value)", "random.random()"), "seeded with"),
    "random.seed by name": (
        setting("seed(value)", "draw()", top="from random import seed, random as draw"),
        "seeded with",
    ),
    "random.seed and a method": (setting("random.seed(1)", "random.uniform(0, 1)"), "seeded with"),
    "random.seed and integers": (setting("random.seed(1)", "random.randrange(2)"), "seeded with"),
    "random.seed and bits": (setting("random.seed(1)", "random.getrandbits(1)"), "seeded with"),
    "random.seed caught": (
        "import random\ndef f(value):\n    try:\n        random.seed(1)\n"
        "        return int(random.random() < 0.5)\n    except BaseException:\n        return 0\n",
        "seeded with",
    ),
    "random.seed caught, then more draws": (
        "import random, secrets\ndef f(value):\n    random.seed(1)\n    try:\n"
        "        random.random()\n    except BaseException:\n        pass\n"
        "    return secrets.randbelow(2)\n",
        "seeded with",
    ),
    "Random(0)": (setting("random.Random(0).random()"), "seeded with '0'"),
    "Random(v) twice, one seed": (
        setting("a, b = random.Random(3), random.Random(3)", "a.random() - b.random()"),
        "seeded with",
    ),
    "seeded again": (
        setting("rng = random.Random()", "rng.seed(5)", "rng.random()"),
        "seeded with",
    ),
    "setstate": (
        setting(
            "rng = random.Random()",
            "rng.setstate(STATE)",
            "rng.random()",
            top="import random\nSTATE = random.Random(1).getstate()",
        ),
        "given a state",
    ),
    "__setstate__": (
        setting(
            "rng = random.Random()",
            "rng.__setstate__(STATE)",
            "rng.random()",
            top="import random\nSTATE = random.Random(1).getstate()",
        ),
        "given a state",
    ),
    "the global setstate": (
        setting(
            "random.setstate(STATE)",
            "random.random()",
            top="import random\nSTATE = random.Random(1).getstate()",
        ),
        "given a state",
    ),
    "getstate as a source": (
        setting("random.getstate()[1][5] % 2"),
        "reads or copies the state",
    ),
    "replay by getstate": (
        setting(
            "state = random.getstate()",
            "random.random()",
            "random.setstate(state)",
            "random.random()",
        ),
        "reads or copies the state",
    ),
    "copy.copy": (
        setting(
            "rng = random.Random()",
            "other = copy.copy(rng)",
            "rng.random() - other.random()",
            top="import copy, random",
        ),
        "reads or copies the state",
    ),
    "copy.deepcopy": (
        setting(
            "rng = random.Random()",
            "other = copy.deepcopy([rng])[0]",
            "other.random()",
            top="import copy, random",
        ),
        "reads or copies the state",
    ),
    "pickled": (
        setting(
            "rng = random.Random()",
            "rng = pickle.loads(pickle.dumps(rng))",
            "rng.random()",
            top="import pickle, random",
        ),
        "reads or copies the state",
    ),
    "unpickled": (
        setting(
            "rng = pickle.loads(KEPT)",
            "rng.random()",
            top="import pickle, random\nKEPT = pickle.dumps(random.Random())",
        ),
        "given a state",
    ),
    # -- seeded while importing
    "random.seed at import": (
        drawing("random.random()", "import random; random.seed(3)"),
        "seeded",
    ),
    "Random(0) at import": (drawing("RNG.random()", RNG + "Random(0)"), "seeded"),
    "a default argument": (
        "import random\ndef f(value, rng=random.Random(7)):\n    return int(rng.random() < 0.5)\n",
        "seeded",
    ),
    "an attribute of a class": (
        "import random\nclass Box:\n    rng = random.Random(7)\n    def draw(self, value):\n"
        "        return int(self.rng.random() < 0.5)\nf = Box().draw\n",
        "seeded",
    ),
    "a closure": (
        "import random\ndef make(rng):\n    return lambda value: int(rng.random() < 0.5)\n"
        "f = make(random.Random(7))\n",
        "seeded",
    ),
    "a bound method": (drawing("RNG()", RNG + "Random(7).random"), "seeded"),
    "a bound method of Python": (drawing("RNG(0, 1)", RNG + "Random(7).uniform"), "seeded"),
    "a subclass that seeds itself": (
        setting(
            "R().random()",
            top="import random\nclass R(random.Random):\n"
            "    def __init__(self):\n        super().__init__(4)",
        ),
        "seeded",
    ),
    "a subclass without a word on seeding": (
        setting(
            "R(4).random()",
            top="import random\nclass R(random.Random):\n    def __init__(self, x):\n        pass",
        ),
        "does not seed itself",
    ),
    "a subclass that seeds below": (
        setting(
            "R().random()",
            top="import random\nclass R(random.Random):\n"
            "    def seed(self, a=None):\n        super(random.Random, self).seed(4)",
        ),
        "does not seed itself",
    ),
    "seeded by the base class": (
        setting("rng = random.Random()", "super(random.Random, rng).seed(4)", "rng.random()"),
        "not intercepted",
    ),
    "the core of the global generator seeded at import": (
        drawing("random.random()", "import random\nsuper(random.Random, random._inst).seed(3)"),
        "not intercepted",
    ),
    "the core of a generator seeded at import": (
        drawing("RNG.random()", f"{RNG}Random()\nsuper(random.Random, RNG).seed(3)"),
        "not intercepted",
    ),
    "the core's state read": (
        setting(
            "core = random.Random.__base__",
            "copy = core()",
            "copy.setstate(core.getstate(random._inst))",
            "0.25 if copy.random() == random.random() else 0.75",
        ),
        "state of a generator",
    ),
    "the core of a generator": (setting("random.Random.__base__(3).random()"), "not intercepted"),
    "the class in C": (setting("C(4).random()", top="from _random import Random as C"), "_random."),
    "drawn at import": (
        "from random import *\nK = random()\ndef f(value):\n    return K < .5\n",
        "draws while it is imported",
    ),
    "numpy drawn at import": (
        "import numpy as np\nK = np.random.default_rng().random()\ndef f(value):\n"
        "    return int(K < .5)\n",
        "draws while it is imported",
    ),
    # -- replaced
    "random.random replaced at import": (
        drawing("random.random()", "import random\nrandom.random = lambda: 0.25"),
        "random.random has been replaced",
    ),
    "a method replaced at import": (
        drawing("random.Random().random()", "import random\nrandom.Random.random = lambda _: .25"),
        "Random.random has been replaced",
    ),
    "os.urandom replaced at import": (
        drawing("os.urandom(1)[0] / 256", "import os\nos.urandom = lambda n: bytes(n)"),
        "os.urandom has been replaced",
    ),
    "random.random replaced while running": (
        setting("random.random = lambda: 0.25", "random.random()"),
        "random.random has been replaced",
    ),
    # -- numpy
    "np.random.seed(7)": (setting("np.random.seed(7)", "np.random.random()"), "seeded with '7'"),
    "np.random.seed at import": (
        drawing("np.random.rand()", "import numpy as np\nnp.random.seed(7)"),
        "seeded with '7'",
    ),
    "np.random.set_state at import": (
        drawing(
            "np.random.rand()",
            "import numpy as np\nnp.random.set_state(np.random.RandomState(1).get_state())",
        ),
        "state was set",
    ),
    "a seeded global generator at import": (
        drawing(
            "np.random.rand()",
            "import numpy as np\nnp.random.set_bit_generator(np.random.MT19937(5))",
        ),
        "seeded with '5'",
    ),
    "numpy's global generator drawn at import": (
        "import numpy as np\nK = np.random.rand()\ndef f(value):\n    return K < .5\n",
        "draws while it is imported",
    ),
    "default_rng(0)": (setting("np.random.default_rng(0).random()"), "seeded with '0'"),
    "default_rng(seed=v)": (setting("np.random.default_rng(seed=value).random()"), "seeded"),
    "default_rng(0) at import": (
        drawing("RNG.random()", "import numpy as np\nRNG = np.random.default_rng(0)"),
        "seeded",
    ),
    "integers of default_rng(0)": (setting("np.random.default_rng(0).integers(2)"), "seeded"),
    "PCG64(5)": (setting("np.random.Generator(np.random.PCG64(5)).random()"), "seeded"),
    "PCG64DXSM(5)": (setting("np.random.Generator(np.random.PCG64DXSM(5)).random()"), "seeded"),
    "Philox(key=3)": (setting("np.random.Philox(key=3).random_raw() % 2"), "intercepted"),
    "SFC64(SeedSequence(3))": (
        setting("np.random.SFC64(np.random.SeedSequence(3)).random_raw() % 2"),
        "seeded",
    ),
    "RandomState(3)": (setting("np.random.RandomState(3).random()"), "seeded"),
    "RandomState(3) at import": (
        drawing("RNG.rand()", "import numpy as np\nRNG = np.random.RandomState(3)"),
        "seeded",
    ),
    "RandomState seeded again": (
        setting("rng = np.random.RandomState()", "rng.seed(3)", "rng.rand()"),
        "seeded",
    ),
    "mtrand": (
        setting("mtrand.RandomState(3).rand()", top="import numpy.random.mtrand as mtrand"),
        "seeded",
    ),
    "get_state": (setting("np.random.get_state()[1][0] % 2"), "by state"),
    "set_state": (
        setting(
            "np.random.set_state(STATE)",
            "np.random.rand()",
            top="import numpy as np\nSTATE = np.random.RandomState(1).get_state()",
        ),
        "state was set",
    ),
    "bit_generator.state read": (
        setting("np.random.default_rng().bit_generator.state['state']['state'] % 2"),
        "by state",
    ),
    "bit_generator.state set": (
        setting(
            "rng = np.random.default_rng()",
            "rng.bit_generator.state = STATE",
            "rng.random()",
            top="import numpy as np\nSTATE = np.random.PCG64(1).state",
        ),
        "state was set",
    ),
    "spawn": (setting("a, b = np.random.default_rng().spawn(2)", "a.random()"), "by spawn"),
    "spawn of bits": (setting("np.random.PCG64().spawn(1)[0].random_raw() % 2"), "by spawn"),
    "jumped": (setting("np.random.Generator(np.random.PCG64().jumped()).random()"), "by jumped"),
    "jumped at import": (
        drawing(
            "RNG.random()",
            "import numpy as np\nRNG = np.random.Generator(np.random.PCG64(1).jumped())",
        ),
        "state was set",
    ),
    "advanced": (
        setting(
            "rng = np.random.default_rng()",
            "rng.random()",
            "rng.bit_generator.advance(-1)",
            "rng.random()",
        ),
        "by advance",
    ),
    "seed_seq": (
        setting("np.random.default_rng().bit_generator.seed_seq.entropy % 2"),
        "by seed_seq",
    ),
    "numpy deepcopy": (
        setting(
            "rng = np.random.default_rng()",
            "copy.deepcopy(rng).random()",
            top="import copy, numpy as np",
        ),
        "copies",
    ),
    "numpy pickled": (
        setting(
            "rng = np.random.default_rng()",
            "pickle.loads(pickle.dumps(rng)).random()",
            top="import pickle, numpy as np",
        ),
        "copies",
    ),
    "SeedSequence()": (
        setting("np.random.SeedSequence().generate_state(1)[0] % 2"),
        "SeedSequence",
    ),
    "random_raw of PCG64(1)": (setting("np.random.PCG64(1).random_raw() % 2"), "seeded"),
    "a seeded global generator": (
        setting("np.random.set_bit_generator(np.random.PCG64(5))", "np.random.rand()"),
        "seeded",
    ),
    "numpy seeded and caught": (
        "import numpy as np\ndef f(value):\n    while np.random.default_rng(0).random() < 0:\n"
        "        pass\n    return 0\n",
        "seeded",
    ),
    # -- not intercepted
    "/dev/urandom": (setting("open('/dev/urandom', 'rb').read(1)[0] % 2"), "reads /dev/urandom"),
    "/dev/urandom by os.open": (
        setting("os.read(os.open('/dev/urandom', os.O_RDONLY), 1)[0] % 2", top="import os"),
        "reads /dev/urandom",
    ),
    "/proc": (setting("len(open('/proc/sys/kernel/random/uuid').read())"), "reads /proc"),
    "the clock": (setting("time.time_ns() % 2", top="import time"), "reads the clock"),
    "the local time": (setting("time.localtime().tm_sec % 2", top="import time"), "the clock by"),
    "the time in words": (setting("len(time.strftime('%B'))", top="import time"), "the clock by"),
    "the clock by name": (
        setting("now() % 2", top="from time import perf_counter_ns as now"),
        "reads the clock",
    ),
    "a seed from the clock": (
        setting("random.seed(time.time())", "random.random()", top="import random, time"),
        "reads the clock",
    ),
    "uuid1": (setting("uuid.uuid1().time % 2", top="import uuid"), "reads the clock by uuid"),
    "id": (setting("id(object()) // 16 % 2"), "uses id"),
    "hash": (setting("hash(str(value)) % 2"), "hash of a str"),
    "a hash that hashes a text": (
        setting("hash(Key()) % 2", top="class Key:\n    def __hash__(self): return hash('x')"),
        "hash of a str",
    ),
    "another program": (
        setting(
            "int(subprocess.check_output(['shuf', '-i', '0-1', '-n', '1']))",
            top="import subprocess",
        ),
        "starts another process",
    ),
    "a pseudo-random ssl": (
        setting("ssl.RAND_pseudo_bytes(1)[0][0] % 2", top="import ssl"),
        "RAND_pseudo_bytes",
    ),
    "random imported again": (
        "import sys\nsys.modules.pop('random')\nimport random\ndef f(value):\n"
        "    return int(random.random() < 0.5)\n",
        "importing .* raised",
    ),
    "random reloaded": (
        "import importlib, random\nimportlib.reload(random)\ndef f(value):\n"
        "    return int(random.random() < 0.5)\n",
        "importing .* raised|replaced",
    ),
    "seeded by the class": (setting("type(random._inst)(5).random()"), "seeded"),
    "made again": (setting("rng = random.Random()", "rng.__init__(5)", "rng.random()"), "seeded"),
    "made by __new__": (
        setting("random.Random.__new__(random.Random, 5).random()"),
        "does not seed itself",
    ),
    "the global's own seed": (setting("random._inst.seed(5)", "random.random()"), "seeded"),
    "numpy made again": (
        setting("bits = np.random.PCG64()", "bits.__init__(5)", "bits.random_raw() % 2"),
        "seeded",
    ),
    "a C library": (setting("ctypes.CDLL(None).rand() % 2", top="import ctypes"), "C code"),
    # -- the process
    "os._exit": (setting("os._exit(0)", "0", top="import os"), "ends the process by os._exit"),
    "posix._exit": (setting("posix._exit(0)", "0", top="import posix"), "ends the process"),
    "_exit by name": (setting("_exit(0)", "0", top="from os import _exit"), "ends the process"),
    "os.abort": (setting("os.abort()", "0", top="import os"), "ends the process by os.abort"),
    "os.fork": (setting("os.fork()", "0", top="import os"), "os.fork"),
    "fork caught": (
        "import os\ndef f(value):\n    try:\n        os.fork()\n    except BaseException:\n"
        "        pass\n    return 0\n",
        "os.fork",
    ),
    "os._exit at import": ("import os\nos._exit(0)\n", "ends the process by os._exit"),
    "os.fork at import": ("import os\nos.fork()\n", "os.fork"),
    "os.execv at import": ("import os\nos.execv('/bin/true', ['true'])\n", "os.exec"),
    "os._exit at import, caught": (
        "import os\ntry:\n    os._exit(0)\nexcept BaseException:\n    pass\nf = int\n",
        "when it is imported, it ends the process",
    ),
    "multiprocessing": (
        setting(
            "p = multiprocessing.get_context('fork').Process(target=print)",
            "p.start()",
            "0",
            top="import multiprocessing",
        ),
        "os.fork",
    ),
    "multiprocessing spawned": (
        setting(
            "p = multiprocessing.get_context('spawn').Process(target=print)",
            "p.start()",
            "0",
            top="import multiprocessing",
        ),
        "starts another process|sets signals",
    ),
    "os.kill": (setting("os.kill(os.getpid(), 9)", "0", top="import os"), "os.kill"),
    "os.execv": (setting("os.execv('/bin/true', ['true'])", "0", top="import os"), "os.exec"),
    "os.system": (setting("os.system('true')", "0", top="import os"), "os.system"),
    "an alarm": (setting("signal.alarm(0)", "0", top="import signal"), "sets signals"),
    "a handler": (
        setting("signal.signal(signal.SIGALRM, signal.SIG_IGN)", "0", top="import signal"),
        "sets signals",
    ),
    "a thread that draws from a seeded one": (
        "import random, threading\ndef f(value):\n    rng, found = random.Random(1), [0]\n"
        "    def draw():\n        try:\n            found[0] = rng.random()\n"
        "        except SystemExit:\n            pass\n"
        "    t = threading.Thread(target=draw)\n    t.start()\n    t.join()\n"
        "    return int(found[0] < 0.5)\n",
        "seeded",
    ),
    "sys.exit": (setting("sys.exit(0)", "0", top="import sys"), "raises SystemExit"),
}

JUDGED = {
    "random.random": (drawing("random.random()", "import random"), HALF),
    "from random import random": (drawing("random()", "from random import random"), HALF),
    "random.seed()": (setting("random.seed()", "random.random()"), HALF),
    "Random()": (setting("random.Random().random()"), HALF),
    "Random() at import": (drawing("RNG.random()", RNG + "Random()"), HALF),
    "Random() as a default argument": (
        "import random\ndef f(value, rng=random.Random()):\n    return rng.randrange(2)\n",
        HALF,
    ),
    "Random(0), then seed()": (
        setting("rng = random.Random(0)", "rng.seed()", "rng.random()"),
        HALF,
    ),
    "SystemRandom": (setting("random.SystemRandom(3).random()"), HALF),
    "SystemRandom at import": (drawing("RNG.random()", RNG + "SystemRandom()"), HALF),
    "secrets": (
        setting("secrets.randbelow(2)", top="import secrets"),
        {"0": Fraction(1, 2), "1": Fraction(1, 2)},
    ),
    "uuid4": (setting("uuid.uuid4().int >> 127", top="import uuid"), HALF),
    "os.getrandom": (setting("os.getrandom(1)[0] / 256", top="import os"), HALF),
    "os.urandom": (setting("os.urandom(1)[0] / 256", top="import os"), HALF),
    "ssl.RAND_bytes": (setting("ssl.RAND_bytes(1)[0] / 256", top="import ssl"), HALF),
    "RAND_bytes by name": (setting("R(1)[0] / 256", top="from ssl import RAND_bytes as R"), HALF),
    "default_rng": (setting("np.random.default_rng().random()"), HALF),
    "default_rng(None)": (setting("np.random.default_rng(seed=None).random()"), HALF),
    "default_rng at import": (
        drawing("RNG.random()", "import numpy as np\nRNG = np.random.default_rng()"),
        HALF,
    ),
    "default_rng of bits": (setting("np.random.default_rng(np.random.PCG64()).random()"), HALF),
    "a shallow copy shares its bits": (
        setting("copy.copy(default_rng()).random()", top="from numpy.random import *; import copy"),
        HALF,
    ),
    "random_raw": (setting("np.random.PCG64().random_raw() >> 63"), HALF),
    "ctypes of bits": (
        setting("bits = np.random.PCG64().ctypes", "bits.next_double(bits.state)"),
        HALF,
    ),
    "RandomState()": (setting("np.random.RandomState().rand()"), HALF),
    "RandomState is what it was": (
        setting(
            "assert isinstance(np.random.mtrand._rand, np.random.RandomState)",
            "np.random.RandomState().rand()",
        ),
        HALF,
    ),
    "np.random.seed()": (setting("np.random.seed()", "np.random.rand()"), HALF),
    "a seeded one that is not drawn from": (
        setting(
            "random.seed(1)",
            "np.random.default_rng(5)",
            "secrets.randbelow(2)",
            top="import random, secrets, numpy as np",
        ),
        HALF,
    ),
    "a table from a seeded one": (
        "import random, numpy as np\nTABLE = np.random.default_rng(1).permutation(2)\n"
        "def f(value):\n    return sorted(TABLE)[value]\n",
        {"1": Fraction(1)},
    ),
    "a table from a seeded one of Python": (
        RNG + "Random(1)\nTABLE = [RNG.random()]\ndef f(value):\n    return len(TABLE)\n",
        {"1": Fraction(1)},
    ),
    "a key that hashes a text": (
        setting(
            "len({Key(): 1}) - 1",
            top="class Key:\n    def __hash__(self): return hash('x')",
        ),
        {"1": Fraction(1)},
    ),
    "no draw": ("def f(value):\n    return value\n", {"1": Fraction(1)}),
    "a subclass with a random() of its own": (
        setting(
            "R().random() + R().randrange(1)",
            top="import random\nclass R(random.Random):\n"
            "    def random(self):\n        return 0.25",
        ),
        {"1": Fraction(1)},
    ),
    "a subclass with bits of its own": (
        setting(
            "R().randrange(2)",
            top="import random\nclass R(random.Random):\n"
            "    def getrandbits(self, k):\n        return 0",
        ),
        {"1": Fraction(1)},
    ),
    "an instance with bits of its own": (
        setting("rng = random.Random()", "rng.getrandbits = lambda k: 1", "rng.randrange(2)"),
        {"0": Fraction(1)},
    ),
    "random.uniform replaced by the code": (
        drawing("random.uniform(0, 1)", "import random\nrandom.uniform = lambda a, b: 0.25"),
        {"1": Fraction(1)},
    ),
    "the hash of a number": (
        setting(
            "hash(1) - 1 + hash(Key(value)) % 2",
            top="class Key:\n    def __init__(self, x): self.x = x\n"
            "    def __hash__(self): return hash((self.x, 2)) * 2",
        ),
        {"1": Fraction(1)},
    ),
    "a seeded generator of this program": (
        setting(
            "SeededSource(1).bits(1)",
            top="from exactdp.mechanisms.sampling.source import SeededSource",
        ),
        None,
    ),
}
