# Kibitzer 的中文信息。

## All games

list-separator = { "、" }
list-and = { $head }和{ $last }
list-or = { $head }或{ $last }
clause-separator = { "；" }
sentence-separator = { "" }
sentence-end = 。

unchanged = 盘面没有变化。
illegal = 走法错误：{ $reason }。
go-back = 请把盘面恢复到这一步之前的样子。
concerned = 请检查：{ $cells }。
overruled = 未采纳：{ $reason }
overruled-unusual = 未采纳：对局中几乎不会有这么多，也几乎不会出现在这里
no-legal-move = 没有这样记录的合法走法
no-position = 任何对局都不会出现这个局面
photo-unsure = 此结论基于不确定的识别：{ $photo } 中的盘面识别正确的概率为 { $percent }%。
photo-impossible = 从 { $photo } 识别出的盘面不可能出现：{ $reasons }。
photo-covered = { $photo } 中的盘面有东西遮挡：{ $cells }。
photo-which-way = 无法确定 { $photo } 中白方在哪一边：请说明白方的位置。
photo-presence = { $photo } 中的可能不是一个完整的棋盘。
photo-game = 无法确定 { $photo } 中是哪种棋：请指明。
concern-presence = 这可能不是一个完整的棋盘。
concern-game = 这是哪种棋？
concern-orientation = 白方在哪一边？
concern-impossible = 该盘面不可能出现：{ $reasons }。
concern-covered = 有东西遮住了 { $cells }。
concern-uncertain = 盘面正确的概率只有 { $percent } %。
follow-begins = 对局开始。
follow-resumed = 对局从这个盘面继续。
follow-other-start = 盘面不是指定的起始局面：请照此摆好，或不要指定起始局面。
follow-other-place = 棋盘上不是对局要继续的局面：请摆成该局面，或开始新的对局。
follow-taken-back = 已悔棋：{ $count } 步。
follow-pass = { $side ->
    [white] 白方停一手。
   *[black] 黑方停一手。
}
follow-pass-somebody = 一方停一手。
follow-all-right = 好了，请继续。
follow-again = 又错了。
follow-busy = 有东西在棋盘上方。
follow-other-board = 原来的位置上是另一个棋盘。
follow-corners-outside = 给出的角点在这张图片之外。
follow-unclear = 目前还无法解释所看到的情况。

## Photos without a board to read

refusal-nothing-found = 没有找到棋盘：请把整个棋盘拍进照片。
refusal-not-a-board = 没有找到棋盘：最像棋盘的地方并不是棋盘。请把整个棋盘拍进照片。
refusal-checkered = 没有找到棋盘，只有 { $rows }x{ $columns } 格的黑白格图案：请把整个棋盘拍进照片。
refusal-grid = 没有找到棋盘，只有 { $rows }x{ $columns } 格的网格，像谜题那样：请把整个棋盘拍进照片。
refusal-part-of-board = 照片里只有棋盘的一部分：请把整个棋盘拍进照片。
refusal-part-of-board-cut = { $count ->
   *[other] 照片里只有棋盘的一部分，它被{ $edges }边缘截断：请把整个棋盘拍进照片。
}
refusal-hidden = { $cells } 格中有 { $hidden } 格被遮住：请在没有遮挡时重新拍照。
refusal-other-board = 照片里不是{ $game }的棋盘，而是 { $rows }x{ $rows } 的棋盘，用于{ $games }：请指定在上面下的棋类。
refusal-other-game = 棋盘上是{ $other }，不是{ $game }：请指定正确的棋类。
edge-left = 左
edge-top = 上
edge-right = 右
edge-bottom = 下
game-checkers = 跳棋
game-chess = 国际象棋
game-go = 围棋
game-qwirkle = Qwirkle

## Checkers

checkers-legal = { $side ->
    [white] 白方走法正确：{ $move }。
   *[black] 黑方走法正确：{ $move }。
}
checkers-unfinished = 走法错误：必须继续吃子：{ $moves }。
checkers-smaller-capture = 走法错误：必须吃更多的子：{ $moves }。
checkers-missed-capture = 走法错误：有子必吃：{ $moves }。
checkers-pieces = 棋子数：白方{ $white }，黑方{ $black }。

checkers-won = { $side ->
    [white] 白方胜：黑方已无子或无棋可走。
   *[black] 黑方胜：白方已无子或无棋可走。
}
checkers-repetition = 和棋：同一局面第三次出现。
checkers-no-progress = 和棋：没有吃子也没有走兵的步数过多。
checkers-ending-too-long = 和棋：这一残局持续过久。

checkers-reason-size = 棋盘大小不符合所用的规则
checkers-reason-light-square = 有棋子放在浅色格上
checkers-reason-not-crowned = 走到底线的兵必须升王
checkers-reason-appeared = 棋子比之前多了
checkers-reason-vanished = 有未被吃掉的棋子不见了
checkers-reason-several-moved = 走动的棋子不止一个
checkers-reason-exchanged = 有棋子被换成了别的棋子
checkers-reason-backward = 兵不能后退
checkers-reason-out-of-reach = 这个棋子走不到那里
checkers-reason-wrong-side = 现在轮到对方走
checkers-reason-not-taken = 被吃的棋子还在棋盘上

checkers-too-many-pieces = { $side ->
    [white] 白方有{ $count }个棋子，最多只能有{ $most }个
   *[black] 黑方有{ $count }个棋子，最多只能有{ $most }个
}
checkers-uncrowned-man = { $side ->
    [white] 白方底线上的兵应为王：{ $squares }
   *[black] 黑方底线上的兵应为王：{ $squares }
}
checkers-light-square = 棋子只能放在深色格上，不能放在{ $squares }

## Chess

chess-legal = { $side ->
    [white] 白方走法正确：{ $move }。
   *[black] 黑方走法正确：{ $move }。
}
chess-check = { $side ->
    [white] 白方被将军。
   *[black] 黑方被将军。
}
chess-won = { $side ->
    [white] 将死：白方胜。
   *[black] 将死：黑方胜。
}
chess-stalemate = 逼和：本局和棋。
chess-dead-position = 双方都无法将死对方：本局和棋。
chess-threefold = 同一局面第三次出现：可以提出和棋。
chess-fivefold = 同一局面第五次出现：本局和棋。
chess-fifty-moves = 双方各走五十步，没有吃子，也没有动兵：可以提出和棋。
chess-seventy-five-moves = 双方各走七十五步，没有吃子，也没有动兵：本局和棋。

chess-reason-no-position = 走棋之前的局面不合规则
chess-reason-appeared = 棋子比之前多了
chess-reason-vanished = 有棋子不见了，但没有棋子走动
chess-reason-several-moved = 走动的棋子不止一个
chess-reason-wrong-side = 现在轮到对方走
chess-reason-wrong-capture = 被拿掉的棋子不在所到的格子上
chess-reason-still-in-check = 王仍然被将军
chess-reason-exposes-king = 这步棋会使己方的王被将军
chess-reason-out-of-reach = 这个棋子走不到那里
chess-reason-no-piece = 那个格子上没有棋子
chess-reason-took-own = 不能走到有己方棋子的格子
chess-reason-en-passant = 只有在对方兵刚走两格之后才能吃过路兵
chess-reason-castling-lost = 不能王车易位：王或车已经走动过
chess-reason-castling-blocked = 不能王车易位：王和车之间有棋子
chess-reason-castling-through-check = 不能王车易位：王正被将军、经过或到达被攻击的格子
chess-reason-not-promoted = 走到底线的兵必须升变
chess-reason-exchanged = 有棋子被换成了别的棋子

chess-two-kings = { $side ->
    [white] 白方有{ $count }个王：{ $squares }
   *[black] 黑方有{ $count }个王：{ $squares }
}
chess-missing-king = { $side ->
    [white] 白方没有王
   *[black] 黑方没有王
}
chess-too-many-men = { $side ->
    [white] 白方有{ $count }个棋子，最多只能有16个：{ $squares }
   *[black] 黑方有{ $count }个棋子，最多只能有16个：{ $squares }
}
chess-too-many-pawns = { $side ->
    [white] 白方有{ $count }个兵，最多只能有8个：{ $squares }
   *[black] 黑方有{ $count }个兵，最多只能有8个：{ $squares }
}
chess-too-many-promoted = { $side ->
    [white] 白方必须有{ $count }个兵已经升变，但最多只能少{ $missing }个兵：{ $squares }
   *[black] 黑方必须有{ $count }个兵已经升变，但最多只能少{ $missing }个兵：{ $squares }
}
chess-pawn-on-edge = { $side ->
    [white] 兵不能在第一横线或最后一条横线上：白方{ $squares }
   *[black] 兵不能在第一横线或最后一条横线上：黑方{ $squares }
}
chess-kings-adjacent = 两个王紧挨在一起：{ $squares }

## Go

go-legal = { $side ->
    [white] 白方落子正确：{ $point }。
   *[black] 黑方落子正确：{ $point }。
}
go-captures = 提{ $count }子：{ $points }。

go-both-passed = 双方均已停着：对局结束，可以数子。

go-reason-size = 两个棋盘的大小不同
go-reason-several-stones = 落子不止一个
go-reason-wrong-side = { $side ->
    [white] 现在轮到白方下
   *[black] 现在轮到黑方下
}
go-reason-recolored = 有棋子被换成了另一种颜色
go-reason-vanished = 有未被提掉的棋子不见了
go-reason-not-captured = 被提的棋子还在棋盘上
go-reason-outside = 该点不在棋盘上
go-reason-occupied = 该点已有棋子
go-reason-suicide = 落子后没有气（禁入点）
go-reason-superko = 局面与以前相同（打劫，禁止全局同形）

go-no-liberty = { $side ->
    [white] { $count }个白子没有气：{ $points }
   *[black] { $count }个黑子没有气：{ $points }
}

## 围棋数子

go-rules = { $rules ->
    [japanese] 按日本规则计算。
    [chinese] 按中国规则计算。
    [nz] 按新西兰规则计算。
    [ing] 按应氏规则计算。
   *[aga] 按AGA规则计算。
}
go-unreadable = “{ $value }”不是数字，视为未给出。
go-other-komi = { $rules ->
    [chinese] “{ $value }”按贴{ $komi }子计算，每子两目。
   *[other] “{ $value }”按贴{ $komi }目计算。
}
go-unknown-rules = 未知的规则：“{ $name }”。
go-no-prisoners = 没有说明提子数：按没有提子计算。
go-dead = { $side ->
    [white] 作为死子提去的白子：{ $points }。
   *[black] 作为死子提去的黑子：{ $points }。
}
go-seki = 双活，不计目：{ $points }。
go-to-fill = 不计目，本方尚须在此补棋：{ $points }。
go-unsure = 不确定：{ $points }。请指明它们是死是活。
go-total = { $side ->
    [white] 白方：{ $points }（{ $items }）。
   *[black] 黑方：{ $points }（{ $items }）。
}
go-item-stones = 子{ $points }
go-item-territory = 空{ $points }
go-item-prisoners = 提子{ $points }
go-item-neutral = 公气{ $points }
go-item-handicap = 让子{ $points }
go-item-komi = 贴目（子）{ $points }
go-unfinished = 对局似乎尚未结束：还有 { $count } 个点未定。
go-legend = ▪ 黑方的点，▫ 白方的点，☆ 不属于任何一方的点
go-wins = { $side ->
    [white] 白胜，差{ $points }。
   *[black] 黑胜，差{ $points }。
}
go-drawn = 和棋。
go-wrong-move = 第{ $number }手（{ $point }）违反规则：{ $reason }。

## Qwirkle

qwirkle-legal = 走法正确，{ $count }块牌：{ $tiles }。
qwirkle-points = 得分：{ $points }分。
qwirkle-line = 从{ $first }到{ $last }的一行：{ $points }分
qwirkle-qwirkle-line = 从{ $first }到{ $last }的一行，满六（Qwirkle）：{ $points }分
qwirkle-bonus = 奖励格{ $cell }：{ $points }分
qwirkle-loose = 没有成行：{ $points }分
qwirkle-no-bonus-squares = 未计奖励格：要从开局时的盘面才能看出。
qwirkle-move = 第{ $number }步：
qwirkle-no-points = 得分：不合规则的一步不得分。
qwirkle-sum = 合计：{ $points }分。
qwirkle-end-bonus = 终局：{ $points }分

qwirkle-refusal-over = 对局已经结束
qwirkle-refusal-not-in-hand = 玩家没有这块牌：{ $tile }
qwirkle-refusal-no-hands = 只有知道各家手牌时才能换牌
qwirkle-refusal-bag = 不能换这么多牌，袋中还剩{ $count }块

qwirkle-fault-nothing = 没有新放的牌
qwirkle-fault-moved = 原来的牌不见了或变了
qwirkle-fault-outside = 有牌在棋盘之外
qwirkle-fault-not-in-line = 新放的牌必须在同一行或同一列
qwirkle-fault-gap = 新放的牌之间有空格
qwirkle-fault-apart = 新放的牌必须与原来的牌相接
qwirkle-fault-equal-tiles = 一行中有两块相同的牌
qwirkle-fault-mixed = 一行的牌既不同色也不同形
qwirkle-fault-too-long = 一行的牌超过六块
qwirkle-fault-too-many = { $tile }只有三块

qwirkle-line-too-long = 从{ $first }到{ $last }的一行有{ $count }块牌，最多只能有6块
qwirkle-mixed-line = 从{ $first }到{ $last }的一行既不同色也不同形
qwirkle-equal-tiles = 从{ $first }到{ $last }的一行中{ $tile }不止一块：{ $cells }
qwirkle-too-many-copies = { $tile }出现了{ $count }次，但只有3块：{ $cells }

qwirkle-tile = { $color ->
    [red] 红色
    [orange] 橙色
    [yellow] 黄色
    [green] 绿色
    [blue] 蓝色
   *[white] 白色
}{ $shape ->
    [circle] 圆形
    [clover] 四叶草
    [diamond] 菱形
    [square] 方形
    [four-pointed-star] 四角星
   *[eight-pointed-star] 八角星
}

## Playing chess

play-players = 白方：{ $white }，黑方：{ $black }
play-player = { $who ->
    [engine] 引擎
   *[person] 人
}
play-settings = 设置字节 { $byte }
play-file = 棋局保存在 { $path }。
play-to-move = { $side ->
    [white] 轮到白方
   *[black] 轮到黑方
}
play-clocks = 白方 { $white }，黑方 { $black }
play-can-claim = 可以提出和棋
play-help = 走法（e4、Nbxd2、O-O、e7e8q），hint（提示），undo（悔棋），resign（认输），draw（提和），board（棋盘），pgn（棋谱），quit（退出），help（帮助）
play-hint = 提示：{ $move }
play-mate-in = { $count }步杀
play-taken-back = 悔棋步数：{ $count }
play-draw-offered = 已提和：请继续走棋，对方可用 draw 应答。
play-draw-declined = 引擎继续对局。
play-go-on = 继续对局：{ $command }

play-refused-move = 不能走“{ $text }”：{ $reason }
play-refused-over = 棋局已经结束
play-refused-nothing-to-undo = 没有可悔的棋
play-refused-ended = 这一局已经结束（{ $result }）：请开始新的一局
play-refused-time-control = 标签 TimeControl 的内容“{ $text }”不是可用的时限：请写秒数，如 300+2，没有棋钟则写 -
play-refused-clock = 一步棋的注释“[%clk { $text }]”不是棋钟的时间：请写时、分、秒，如 0:04:58
chess-no-legal-move = 没有这样记录的合法走法
chess-several-moves = 符合这一记法的走法不止一种：请加上起始的列或行
chess-null-move = 空步只是让出走棋权，不是对局中的走法
chess-no-promotion-piece = 升变没有写明变成什么子：请加上，例如 e8=Q

play-agreed = 双方同意和棋。
play-claimed-threefold = 经提出判和：同一局面第三次出现。
play-claimed-fifty-moves = 经提出判和：双方各走五十步，没有吃子，也没有动兵。
play-resigned = { $side ->
    [white] 白方认输：黑方胜。
   *[black] 黑方认输：白方胜。
}
play-resigned-drawn = { $side ->
    [white] 白方认输，但黑方没有足够的子力将死：和棋。
   *[black] 黑方认输，但白方没有足够的子力将死：和棋。
}
play-time-over = { $side ->
    [white] 白方超时：黑方胜。
   *[black] 黑方超时：白方胜。
}
play-time-over-drawn = { $side ->
    [white] 白方超时，但黑方的棋子不足以将死对方：本局和棋。
   *[black] 黑方超时，但白方的棋子不足以将死对方：本局和棋。
}

# 服务器的网页。
page-language = 语言
page-tagline = 从照片读出棋盘
page-game = 棋类
page-auto = 自动识别
page-chess = 国际象棋
page-checkers = 跳棋
page-go = 围棋
page-qwirkle = Qwirkle
page-take = 拍照
page-choose = 选择照片
page-drop = 也可以把照片拖到这里或粘贴。
page-private = 照片只发送到这台服务器，不会保存。
page-reading = 正在识别…
page-retry = 重试
page-another = 另一张照片
page-offline = 无法连接服务器，识别需要它，请稍后再试。
page-busy = 正在识别其他照片，马上轮到你。
page-token = 此服务器需要令牌：请打开它启动时显示的地址。
page-name-game = 指定棋类可能有帮助。
page-game-language = 这局棋开始时使用{ $language }，有关它的消息保持该语言。
page-problem-too-large = 照片太大：请发送小一些的。
page-problem-not-a-photo = 这个文件不是可以识别的照片：请发送 JPEG、PNG 或 WebP。
page-problem-photo-unreadable = 照片已损坏、不完整或太小：请另拍一张。
page-problem-no-board = 没有找到棋盘：请把整个棋盘拍进照片。
page-problem-board-hidden = 棋盘被遮住了：请在没有遮挡时重新拍照。
page-problem-invalid-board = 无法用这个棋盘进行此操作：请检查棋盘。
page-problem-invalid-option = 输入的内容有误：请检查。
page-problem-not-found = 服务器上没有它，或者已经没有了。
page-problem-not-resumable = 这局棋的记录不足以继续：请开始新的一局。
page-problem-timeout = 用时太长：请重试。
page-problem-internal = 服务器出错：请重试。
page-problem-other = 服务器不支持这项操作。
page-anyway = 仍然识别
page-found = { $game }：正确的概率为 { $percent }%。
page-found-check = { $game }：正确的概率为 { $percent }%，但请检查。
page-found-doubtful = { $game }：请检查，棋盘正确的概率只有 { $percent }%。
page-corrected = { $game }：已按你的更正。
page-impossible = 不可能：{ $reasons }。
page-presence = 这可能不是完整的棋盘。
page-which-game = 这是哪种棋？
page-covered = 被遮住：{ $cells }。
page-white-side = 白方在哪一边？
page-seat = 白方位置
page-side-bottom = 下
page-side-left = 左
page-side-top = 上
page-side-right = 右
page-boards = 照片中有 { $count } 个棋盘，这是其中之一。
page-teach-set = 这是我的棋具的初始局面
page-teach-set-what = 之后您的棋具的照片会识别得更好。服务器只在内存中保留所学内容。
page-learning = 正在查看您的棋具…
page-own-set = 已结合您展示的棋具进行识别。
page-set-no-help = 您展示的棋具没有帮助：结合它并不会识别得更好。
page-forget-set = 忘记它
page-corner-hint = 轮廓不准时请拖动角点。点一格即可更正。
page-corner = 第 { $number } 个角（共 4 个）
page-photo = 照片
page-board = 棋盘
page-cell = { $cell }：{ $piece }，{ $percent }%
page-cell-doubtful = { $cell }：{ $piece }，存疑，{ $percent }%
page-cell-corrected = { $cell }：{ $piece }，已更正
page-doubt = { $cell }：{ $piece }？（{ $percent }%）
page-what-is-on = { $cell } 上是什么？
page-all-pieces = 其他全部
page-close = 关闭
page-undo = 撤销
page-notation = 记谱
page-copy = 复制
page-copied = 已复制
page-share = 分享
page-api = API
page-review = 审核
page-empty = 空
page-tile = { $color }{ $shape }
page-shape-1 = 圆形
page-shape-2 = 三叶草形
page-shape-3 = 菱形
page-shape-4 = 方形
page-shape-5 = 四角星
page-shape-6 = 八角星
page-color-r = 红色
page-color-o = 橙色
page-color-y = 黄色
page-color-g = 绿色
page-color-b = 蓝色
page-color-w = 白色
page-white-p = 白兵
page-white-n = 白马
page-white-b = 白象
page-white-r = 白车
page-white-q = 白后
page-white-k = 白王
page-black-p = 黑兵
page-black-n = 黑马
page-black-b = 黑象
page-black-r = 黑车
page-black-q = 黑后
page-black-k = 黑王
page-checkers-w = 白子
page-checkers-b = 黑子
page-checkers-W = 白王
page-checkers-B = 黑王
page-go-b = 黑子
page-go-w = 白子
page-white = 白方
page-black = 黑方
page-to-move = 轮到
page-castling = 王车易位权
page-none = 无
page-analyze = 在 lichess 上分析
page-before-hint = 下一步之后再拍一张，即可判断这步棋。
page-compare = 判断与上一张照片之间的着法
page-count-men = { $side }：兵 { $men }，王 { $kings }
page-mode-correct = 更正
page-mode-count = 数子
page-tap-group = 点一块棋，标记为死棋或活棋。
page-rules = 规则
page-rules-japanese = 日本
page-rules-chinese = 中国
page-rules-aga = AGA
page-komi = 贴目
page-prisoners-black = 黑方提子
page-prisoners-white = 白方提子
page-wins = { $side }胜 { $points }
page-drawn = 和棋
page-points = { $side }：{ $points }
page-score-move = 计算与上一张照片之间这步的得分
page-total = { $points } 分
page-line = { $from } 至 { $to }：{ $points }
page-send = 把这张照片和我的更正交给服务器所有者用于训练
page-send-what = 保存的是图像（不含地点和时间）、角点和各格内容，之后可以删除。
page-send-button = 发送
page-sent = 已保存，谢谢。
page-delete = 删除
page-deleted = 已删除。
page-given = 以下照片已交给服务器所有者：
page-review-title = 待审核的更正
page-review-none = 没有需要审核的内容。
page-review-place = 第 { $number } 个，共 { $count } 个
page-approve = 批准
page-approved = 已批准
page-next = 下一个
page-previous = 上一个
page-changed-cells = 已更正：{ $cells }
page-remove = 删除
page-live = 实时跟踪对局
page-live-title = 实时跟踪对局
page-live-what = 请放好手机，使整个棋盘都在画面中。着法会被记录，错误的着法会被指出。
page-live-begin = 打开摄像头
page-live-go-on = 继续上一局
page-live-link = 观战链接
page-minutes = 每方分钟数（0：不限）
page-increment = 每着加秒
page-spoken = 朗读着法和错误
page-accept = 按现状接受棋盘
page-undo-move = 撤回最后一着
page-pass = 停一手
page-end-game = 结束对局
page-new-game = 新对局
page-moves = 着法
page-save-record = 保存棋谱
page-waiting = 还没有看到棋盘。
page-time-up = 超时
page-game-gone = 服务器已不再保存此对局，请开始新对局。
page-camera-denied = 不能使用摄像头：请在浏览器设置中允许。
page-camera-none = 没有找到可用的摄像头。
page-camera-insecure = 浏览器只向安全页面提供摄像头：请用 https（kibitzer serve --tls）打开本页，或在本机以 localhost 打开。
page-cell-known = { $cell }：{ $piece }
page-cell-wrong = { $cell }：{ $piece }，有误
