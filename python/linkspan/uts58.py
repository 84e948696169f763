"""The algorithms of UTS #58 to the letter, without the options of a finder.

>>> from linkspan import uts58
>>> text = "see example.com/a, and"
>>> text[:uts58.terminate(text, 15)]
'see example.com/a'
"""

from linkspan._linkspan import local_part, minimal_escape, terminate
from linkspan._types import LocalPart

__all__ = ["LocalPart", "local_part", "minimal_escape", "terminate"]
