"""围棋终局的胜负判定: who has won a finished game of Go, from a photo.

The program of the article with its recognition replaced by Kibitzer.
Usage: python go.py [photo]
"""

import sys

import kibitzer
from kibitzer import GoScore, Reading


class GoPhase:
    """从图片中识别围棋局面,并判定胜负."""

    def __init__(self, pic_file: str, offset: float = 3.75):
        """读取图像文件."""
        self.offset = offset  # 黑方贴子,以子计
        self.phase: Reading = kibitzer.read(pic_file, "go")
        self.result: GoScore = kibitzer.score(
            self.phase, "go", rules="chinese", komi=offset, lang="zh"
        )

    def show_phase(self) -> None:
        """显示局面."""
        print(self.phase)

    def show_result(self) -> None:
        """显示结果."""
        black, white = self.result.black.total, self.result.white.total
        print(f"黑方:{black:0.1f},白方:{white:0.1f},{'黑胜' if black > white else '白胜'}")


if __name__ == "__main__":
    go = GoPhase(sys.argv[1] if len(sys.argv) > 1 else "res/pic_0.jpg")
    go.show_phase()
    go.show_result()
