"""Go: who has won a finished game, from a photo of its board.

The main loop of the article's program with its recognition replaced by Kibitzer.
Usage: python go.py PHOTO [komi in stones]
"""

import sys

import kibitzer

photo = sys.argv[1]
komi = float(sys.argv[2]) if len(sys.argv) > 2 else 3.75

reading = kibitzer.read(photo, "go", lang="zh")
print(reading)
count = kibitzer.score(reading, "go", rules="chinese", komi=komi, lang="zh")
black, white = count.black.total, count.white.total
result = "和棋" if black == white else "黑胜" if black > white else "白胜"
print(f"黑 {black:.2f} 子, 白 {white:.2f} 子: {result}")
