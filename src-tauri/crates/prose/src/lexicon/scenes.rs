//! The word lists that tell one kind of scene from another.
//!
//! An English entry stands for its regular forms too ([`scene_lists_of`]). So a verb is given by its base and its
//! irregular forms. Words that are frequent in all fiction, such as *had* or 就, are left out: they tell no kind apart.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use super::{List, Lists, by_word};
use crate::Language;

pub(super) const ENGLISH: &[(List, &str)] = &[
    (
        List::Motion,
        "boat, sail, spear, arrow, wounded, overtake, overtook, steal, stole, wheel, tread, trod, trodden, \
         shake, shaken, tremble, pistols, musket, cutlass, whip, drown, sink, sank, howl, snarl, fling, run, \
         ran, running, rush, leap, leapt, jump, sprang, sprung, dash, hurry, hurried, race, chase, pursue, \
         fight, fought, strike, struck, hit, hitting, kick, throw, threw, thrown, flung, hurl, pull, push, \
         drag, seize, grab, snatch, catch, caught, grasp, clutch, grip, climb, crawl, creep, crept, fell, \
         fallen, falling, dive, plunge, swing, swung, spin, spun, whirl, stagger, stumble, slip, trip, ride, \
         rode, drove, row, swim, swam, shoot, shot, fired, firing, cut, cutting, stab, burst, smash, crash, \
         escape, flee, fled, flew, gallop, trot, canter, march, attack, charge, bite, bit, lunge, tear, \
         tore, torn, toss, knock, scramble, slide, slid, drop, lift, haul, shove, step, blow, struggle, \
         sweep, swept, wound, yell, duck, roll, vault, sprint, bolt, hack, slash, thrust, slam, yank, jerk, \
         wrench, heave, hoist, punch, slap, elbow, lash, dodge, tackle, wrestle, grapple, trample, squirm, \
         wriggle, swerve, skid, veer, pounce, parry, parried, thrash, hammer, pound, pelt, tumble, topple, \
         collide, bounce, dart, scuttle, scurry, scurried, wade, splash, clamber, wield, chop, dig, dug, \
         squeeze, jam, kneel, knelt, twist, pivot, sidestep, aim, jab, poke, pry, pried, shatter, brandish, \
         club, batter, beat, bang, crack, snap, skip, hop, limp, reel, lurch, hurtle, tug, hook, stamp, \
         stomp, trudge, hustle, collapse, crouch, sprawl, brace, spit, spat, swipe, scoop, shook, fumble, \
         grope, unsheathe, pin, pinned, kill, block, ram, pour, rein, steer, backward, forward, sideways, \
         down, up, away, through, into, onto, gun, pistol, knife, blade, sword, axe, fist, bullet, boot, \
         shoulder, wrist, collar, ankle, throat, knee, jaw, rope, horse, oar, blood",
    ),
    (
        List::Setting,
        "bay, coast, island, rock, plain, marsh, moor, meadow, orchard, hedge, fence, gate, yard, barn, hut, \
         palace, hall, parlour, kitchen, attic, cellar, carriage, ship, mast, deck, wreck, trunk, bush, \
         blossom, weed, tall, pretty, ugly, ragged, curly, figure, features, complexion, moustache, \
         whiskers, nose, chin, costume, hat, boots, frock, apron, ribbon, jewel, peculiar, gloomy, splendid, \
         vast, lofty, sunny, crimson, expression, countenance, wore, worn, consisted, opposite, sunshine, \
         moonlight, starlight, brightness, sky, sun, moon, star, cloud, wind, rain, snow, mist, fog, frost, \
         ice, air, sea, river, water, lake, pool, shore, beach, wave, foam, hill, mountain, cliff, valley, \
         field, forest, tree, leaf, leaves, branch, grass, moss, ivy, fern, reed, rose, petal, pine, willow, \
         flower, garden, street, lane, path, bridge, canal, harbour, house, cottage, castle, tower, church, \
         room, wall, window, roof, floor, ceiling, corner, staircase, stair, chimney, tile, beam, pillar, \
         panel, table, chair, bench, shelf, bed, curtain, carpet, cushion, mirror, lamp, lantern, candle, \
         bulb, shutter, stone, marble, brick, iron, steel, glass, wood, oak, gold, silver, copper, brass, \
         leather, lace, silk, velvet, dust, sand, mud, ash, smoke, village, city, hair, eyes, brow, lip, \
         cheek, beard, skin, face, neck, forehead, dress, gown, coat, wrinkle, freckled, freckle, scent, \
         smell, smelt, odour, stink, stank, perfume, horizon, shadow, light, lit, dark, dim, bright, pale, \
         gloom, black, white, red, green, blue, yellow, brown, grey, gray, golden, pink, purple, orange, \
         scarlet, dull, faded, colour, color, shade, wet, damp, dry, cold, warm, smooth, rough, soft, thick, \
         thin, narrow, broad, wide, low, flat, round, huge, tiny, small, large, steep, ancient, slender, \
         stout, beautiful, handsome, stood, hung, hang, lay, leaned, leans, stretch, cover, crowded, filled, \
         lined, scattered, strewn, gleam, glow, shine, shone, glitter, glint, shimmer, glimmer, surround, \
         above, beneath, below, beyond, beside, between, among, along, across, overhead, around, dusk, dawn, \
         twilight, sunset, wooden, stained, painted, carved, polished, rusted, cracked, ruin, ruined",
    ),
    (
        List::Thought,
        "passion, emotion, sentiment, opinion, conviction, judgment, consciousness, conscious, aware, \
         spirit, affection, sympathy, anxious, anxiety, uneasy, unease, gratitude, grateful, contempt, \
         disappointment, resolve, temptation, curiosity, surprise, astonished, hopeless, melancholy, \
         wretched, miserable, convinced, persuade, conclude, comprehend, intend, intention, future, past, \
         troubled, bewildered, think, thought, feel, felt, feeling, know, knew, wonder, believe, suppose, \
         imagine, hope, fear, wish, remember, forget, forgot, forgotten, realise, realize, understand, \
         understood, consider, reflect, doubt, dream, dreamt, desire, mind, heart, soul, memory, memories, \
         conscience, sense, perceive, perceived, regret, regretted, love, hate, hatred, ashamed, shame, \
         seem, mean, meant, impression, imagination, grief, sorrow, happiness, misery, pity, pitied, idea, \
         notion, perhaps, maybe, might, must, should, ought, wouldn't, shouldn't, myself, herself, afraid, \
         scared, terrified, certain, happy, unhappy, sorry, strange, strangely, sure, truth, true, whether, \
         why, suspect, despise, envy, envied, envious, jealous, jealousy, guilt, guilty, lonely, loneliness, \
         longed, longing, yearn, dread, trust, forgive, forgiven, forgave, recognise, recognize, admit, \
         confess, ponder, decide, prefer, expect, pretend, mistake, mistaken, wrong, relief, relieved, \
         anger, angry, pride, proud, rage, satisfaction, comfort, bother, worry, worried, reason, possible, \
         impossible, absurd, surely, always, instinct, intuition, despair, sad, endure, deserve, blame",
    ),
    (
        List::Explanation,
        "consequence, principle, theory, fact, science, nature, general, particular, various, certain, \
         similar, regulation, practice, advantage, importance, education, population, government, \
         institution, religion, nation, mankind, invention, commerce, industry, invest, derived, constitute, \
         signify, apply, exist, occur, result, require, provide, moreover, namely, likewise, instead, \
         latter, former, must, whoever, whatever, whenever, wherever, is, are, isn't, aren't, means, \
         consist, contain, include, belong, called, known, named, term, because, therefore, thus, hence, \
         generally, usually, commonly, often, normally, typically, originally, officially, mostly, chiefly, \
         every, each, many, several, kind, type, sort, class, form, stage, example, instance, cause, reason, \
         purpose, function, rule, law, custom, tradition, system, consequently, accordingly, whereas, \
         century, centuries, species, has, have, can, may, cannot, does, doesn't, according, average, \
         generation, degree, rank, per, cent, percent, thousand, hundred, million, dozen, two, three, four, \
         five, six, older, younger, greater, lesser, original, modern, common, usual, divided, founded, \
         forbidden, allowed, permitted, required, exempt, obliged, punish, controlled, owned, govern, elect, \
         regard, reckon, measure, equal, depend, differ, differs, vary, originate, derive, explain, origin, \
         history, account, accounted, trade, guild, member, society, council, empire, tax, fee, price, cost, \
         contract, charter, language, expression, meaning, symptom, process, produce, produced",
    ),
    (
        List::Course,
        "presently, thereafter, daily, weekly, yesterday, tomorrow, tonight, evening, o'clock, arrange, \
         engage, receive, received, journey, voyage, start, resume, continue, remain, become, became, \
         prepare, sleep, slept, dine, dined, marriage, christening, business, money, wages, hire, accompany, \
         accompanied, introduce, invite, invited, proceed, appear, happen, decide, departure, depart, \
         arrival, discover, prison, regiment, ate, eat, drank, year, month, week, day, fortnight, morning, \
         afternoon, midnight, noon, spring, summer, autumn, winter, january, february, march, april, june, \
         july, august, september, october, november, december, monday, tuesday, wednesday, thursday, friday, \
         saturday, sunday, christmas, easter, later, afterwards, afterward, eventually, finally, after, \
         until, next, following, ago, begin, twenty, thirty, forty, sold, sell, bought, buy, paid, pay, \
         spent, spend, borrow, married, marry, divorce, engaged, born, died, buried, wedding, moved, \
         settled, retired, hired, returned, left, stayed, lived, arrived, sent, brought, got, finished, \
         learned, taught, served, worked, voted, agreed, signed, visited, travelled, traveled, joined, \
         appointed, promoted, fired, elected, inherited, lost, won, raised, built, rebuilt, planted, \
         quarrelled, wrote, written, school, college, shop, lunch, dinner, breakfast, supper, widow",
    ),
    (
        List::Person,
        "i, me, my, he, him, his, she, her, hers, i'd, i'll, i'm, i've, he'd, she'd, he's, she's, he'll, \
         she'll",
    ),
    (
        List::Speech,
        "say, says, said, ask, answer, reply, replied, replies, whisper, murmur, mutter, shout, cry, cried, \
         scream, yell, call, exclaim, demand, inquire, enquire, declare, insist, admit, add, repeat, begin, \
         began, continue, snap, growl, bark, hiss, groan, moan, gasp, sigh, sob, laugh, giggle, chuckle, \
         tease, offer, agree, tell, told, remind, protest, explain, suggest, announce, state, remark, \
         observe, retort, object, beg, plead, order, command, warn, promise, confess, concede, correct, \
         interrupt, echo, breathe, drawl, croak, roar, bellow, mumble, stammer, wonder, speak, spoke, voice, \
         argue, urge, assure, boast, complain, joke, sneer, scoff, purr, rasp, grunt, confirm, deny, denied, \
         want, wanted, stop",
    ),
];

pub(super) const CHINESE: &[(List, &str)] = &[
    (
        List::Motion,
        "马 拍马 上马 下马 落马 纵马 军马 兵 朴刀 棒 弓 提起 举起 抽出 赶上 赶来 捉住 抓住 抱住 扑上去 \
         摔倒 杀死 砍倒 伤 射箭 呐喊 追杀 杀散 突围 冲突 逃窜 踢开 跳上 倒地 流血 搬 搬动 摇 晃 捡 拾 \
         敲打 抖 跪 蹲 爬行 奔走 追逐 掉头 掀开 撞倒 击 击中 炮 开枪 攻 攻击 袭击 防守 躲开 推开 跑 跳 \
         冲 追 赶 踢 推 拉 拖 扔 抛 抓 捉 夺 抢 砍 杀 刺 劈 射 飞 奔 逃 跌 倒 摔 滚 爬 翻 扑 撞 \
         闯 跃 骑 斗 战 挥 舞 绑 捆 拽 揪 挡 砸 甩 踹 踩 蹬 踏 斩 捅 戳 抡 掷 投 掐 攥 捏 捞 搂 \
         抱 扛 掀 攀 钻 蹿 窜 绊 滑 躲 闪 避 敲 捶 轰 炸 拧 扭 按 摁 压 铐 钉 挑 擒 拔 扯 撕 撬 \
         顶 拦 荡 潜 游 托 举 抬 抽 挖 刨 割 剁 切 揉 撒 缠 卷 罩 掠 缩 弯腰 撑 抄起 拎 扣 拍 勒 \
         抠 咬 叼 喷 溅 涌 围 迎 退 逼 转身 返身 侧身 闪身 纵身 翻身 起身 俯身 矮身 飞身 回头 奔跑 \
         逃跑 追赶 厮杀 交战 攻打 挣扎 搏斗 打斗 反手 顺手 顺势 趁机 趁乱 猛地 猛 死死 狠狠 拼命 一把 \
         一脚 一拳 一头 一跃 一刀 一剑 一枪 一斧 随即 踉跄 咬牙 啪 咔嚓 嗤 哐 哐当 噗 嗖 枪 刀 剑 箭 \
         拳 拳头 斧头 匕首 子弹 棍 鞭 鞭子 缰绳 马背 膝盖 手腕 咽喉 血 鲜血 枪口 脚踝 火把 飞掠 朝着 \
         拉开",
    ),
    (
        List::Setting,
        "风景 景色 景致 天色 晚霞 朝霞 彩虹 乌云 白云 微风 露水 池塘 池 溪 沙滩 田野 田 草地 草原 荒野 \
         森林 松树 柳树 桃花 菊花 荷花 蝴蝶 蜻蜓 麻雀 乌鸦 牡丹 亭子 庙 祠堂 楼 阁楼 走廊 地板 天花板 \
         烟囱 炉子 瓦片 土墙 篱笆 木头 衣服 帽子 鞋子 长袍 绸 缎 布 胡子 胡须 眉毛 额角 额头 鼻子 嘴巴 \
         下巴 面孔 面色 脸色 身上 头上 墙上 地上 天上 树上 屋子里 街上 东边 西边 南边 北边 左边 右边 旁边 \
         前面 后面 外面 里面 一边 四面 油亮 光亮 晶莹 鲜艳 破旧 陈旧 崭新 宽敞 狭窄 巨大 矮小 干枯 枯 \
         茂盛 美丽 漂亮 好看 难看 丑 胖 肥 白净 穿着 戴着 坐北朝南 天空 太阳 夕阳 月亮 月光 星 星星 星空 \
         云 云雾 风 雨 雪 霜 冰 雾 雾气 空气 海 海面 海湾 河 江 湖 潭 溪水 泉水 瀑布 岸 远山 群山 \
         山坡 山顶 岩石 峭壁 树 树木 树林 树荫 竹林 叶 叶子 枝 枝头 草 荒草 青草 青苔 花瓣 梅 莲花 柳 \
         藤蔓 花园 园子 院子 院 街 街道 巷子 小巷 桥 房子 房屋 屋 小屋 屋子 屋顶 屋脊 屋檐 茅屋 墙 高墙 \
         灰墙 外墙 墙头 墙角 窗 窗户 窗子 窗台 窗外 门 大门 门前 尽头 台阶 栏杆 柱子 石头 青砖 砖 瓦 \
         木楼 木板 玻璃 铜 白玉 石板 灯 灯光 灯火 灯笼 油灯 台灯 床 桌 桌子 桌面 桌上 石桌 椅子 柜台 \
         货架 抽屉 帐子 帘 影 影子 倒影 阴影 轮廓 光点 颜色 白 红 绿 蓝 黄 青 紫 灰 黑 银 金 金色 \
         银色 红色 白色 黑色 绿色 灰色 蓝色 紫色 香 香气 气味 味道 气息 黄昏 清晨 傍晚 夏夜 雨夜 深秋 \
         冬天 秋天 夏天 春天 静 寂静 安静 冷清 幽深 清澈 潮湿 湿 亮 明亮 暗 昏暗 黑暗 窄 宽 矮 深 浓 \
         淡 粗 厚 薄 瘦 苍白 乌黑 漆黑 雪白 朱红 猩红 血红 鲜红 碧绿 墨绿 幽蓝 深紫 橘红 金黄 通红 淡淡 \
         密密麻麻 整整齐齐 满地 遍布 铺满 长满 塞满 挂满 布满 摆满 堆满 坐落 伫立 矗立 耸立 横亘 环绕 缭绕 \
         环山 连绵 散发 映 照 映照 倒映 弥漫 笼罩 覆盖 闪烁 垂 挂 悬 嵌 镶 雕 绣 刻 摆 铺 堆 漂 泊 \
         栖 立 远处 远远 近处 四周 四壁 两旁 两边 两侧 正中 当中 角落 下面 底下 门口 隐约 犹如 宛如 宛若 \
         一片 一座 一间 一株 一棵 一盏 一张 一层 一股 一双 一道 一抹 一圈 一排 一丛 一轮 眉 眉目 浓眉 \
         眼睛 眸 眼尾 鼻梁 嘴唇 薄唇 唇 牙 脸 脸蛋 脸颊 皮肤 肌肤 皱纹 头发 长发 银发 辫子 手指 指甲 \
         身材 个子 西装 衬衫 裙 长裙 衣裳 耳朵 一身 修长 冷峻 通体 大殿 宫 城 古镇 村庄",
    ),
    (
        List::Thought,
        "悲 愁 忧 喜 怒 愤怒 怨愤 恼 惆怅 迷惘 茫然 诧异 惊异 疑惑 疑问 思想 思绪 想不到 想来 自觉 觉着 \
         晓得 懊悔 懊恼 抱歉 惭愧 嫌 厌恶 厌倦 同情 怜悯 怜惜 安宁 满足 欣慰 欢喜 孤单 空虚 凄凉 苦闷 \
         苦恼 焦急 着急 担心 放心 恋爱 爱情 理想 梦想 幻想 决心 决计 决定 信念 良心 真理 价值 无聊 寂寥 \
         人间 过去 将来 未来 青春 时光 日子 何以 为何 岂 何尝 不禁 不觉 意味 想 觉得 感到 知道 以为 认为 \
         记得 想起 想到 想着 忘 忘记 忘不了 忘不掉 怀疑 相信 信任 希望 盼 明白 懂得 懂 了解 理解 心 心里 \
         心中 心底 心头 心情 内心 灵魂 回忆 记忆 梦 梦见 悲哀 悲伤 寂寞 孤独 痛苦 快乐 幸福 喜悦 喜欢 \
         讨厌 恨 怕 害怕 恐惧 后悔 羞愧 羞耻 内疚 愧疚 感觉 感情 念头 直觉 错觉 意识 发现 发觉 忧郁 似乎 \
         也许 或许 恐怕 大概 可能 或者 自己 究竟 到底 难道 居然 其实 果然 愿意 不愿 宁愿 宁可 宁肯 疑心 \
         料想 打算 可怜 可惜 高兴 失望 绝望 寻思 思量 思忖 暗想 暗暗 暗道 暗自 盘算 生命 人生 命运 忧愁 \
         烦恼 烦躁 意义 羡慕 嫉妒 自由 难过 心疼 心虚 心寒 感动 感激 怨恨 心酸 委屈 甘心 不甘 不服 服 \
         得意 郁闷 安心 不安 陌生 奇怪 荒唐 可笑 可怕 可耻 残忍 平静 轻松 糊涂 清楚 承认 敢 应该 应当 \
         如果 要是 倘若 假如 哪怕 只是 吧 呢 吗 什么 为什么 怎么 怎样 如何 谁 何必 何苦 是不是 有没有 \
         值得 真相 真的 错 原来 明明 偏偏 总 总是 总以为 从来 始终 再也 不是 说不清 想不出 想不通 安慰 \
         在意 在乎 惦记 想念 思念 渴望 期待 不由得 忍不住 发誓 自嘲 活着 一辈子 反正 毕竟 冷静 想法 心思 \
         滋味 情绪",
    ),
    (
        List::Explanation,
        "名叫 名为 又名 俗称 简称 号称 统称 凡是 譬如 就是 便是 乃是 无非 不论 无论 只能 只得 不许 禁止 \
         允许 规定 风俗 习惯 惯例 职业 地主 农民 商人 工人 官府 朝廷 政府 人家 本地 当地 地方 县 省 全国 \
         全县 人口 面积 产量 物产 土产 作坊 店铺 生意 买卖 每年 每月 每天 每日 每夜 大半 大都 全部 所有 \
         一切 任何 几乎 起源 来历 典故 专门 主要 特点 特征 性质 结构 部分 方面 程序 步骤 首领 共同 必定 \
         一律 例外 是 即 所谓 因为 所以 因此 因而 故 由于 例如 比如 属于 叫做 称 称为 通常 往往 大抵 \
         大致 凡 每 每个 各 各种 种 类 一种 几种 两种 三种 种类 原因 缘故 道理 方法 规矩 规则 制度 法律 \
         历史 关系 意思 据说 相传 传说 历来 可以 必须 不得 不可 应该 以及 或 至于 总之 其次 首先 其中 \
         其余 年代 世纪 时代 民族 社会 国家 明朝 清朝 旧时 起初 最初 至今 大多 多数 用于 用来 适合 取决于 \
         决定 区别 不同 相同 不同于 相当于 等于 意味着 根据 按照 依照 按 依次 分为 分 分成 共 共有 共分 \
         组成 构成 包括 包含 计 合计 占 等级 一级 级别 品质 境界 初期 中期 后期 一是 二是 三是 一来 二来 \
         一说 前者 后者 不是 除非 否则 因 之一 百分之 平均 统计 最少 至少 左右 以上 以下 以内 以外 不到 \
         不足 超过 数目 数量 比例 通用 货币 特有 独有 天生 自然 自动 自行 者 族 门派 行业 组织 机构 公司 \
         原料 工艺 手艺 技术 材料 温度 周期 形成 创立 建于 产 产于 位于 流传 保留 沿袭 供奉 忌讳 讲究 \
         习俗 传统 成功率 条件 作用 功能 程度 症状 分别 以 与否",
    ),
    (
        List::Course,
        "当下 当时 不多时 不一会 一会 片刻 良久 几天 几年 多年 数日 近来 前天 昨天 昨夜 明天 明早 一夜 \
         一连 照例 渐渐 依旧 仍旧 收拾 预备 安排 吩咐 命 差 派 传令 领 引 令 参见 拜见 迎接 款待 摆酒 \
         吃酒 喝酒 睡 睡觉 睡着 醒 起床 歇 歇息 起程 上路 赶路 进门 出来 进来 进去 出去 上来 下来 过来 \
         过去 走来 跟着 遇见 碰见 碰到 遇着 商议 报告 通知 安葬 埋 祭 哭 笑 打发 辞 别 后来 以后 之后 \
         后 不久 随后 其后 此后 从此 第二天 次日 翌日 第三天 当晚 当天 当年 当夜 那年 那天 次年 第二年 \
         第三年 今年 去年 前年 早年 年底 月底 年初 月初 岁末 春天 开春 秋后 腊月 正月 除夕 清明 中秋 过年 \
         周末 星期天 星期一 星期五 周五 暑假 寒假 上午 中午 下午 一早 半夜 周 岁 星期 小时 半月 半年 一共 \
         陆续 先后 接连 终于 最后 最终 起先 接着 直到 等到 自从 期间 其间 结束 了 搬 搬进 搬出 嫁 娶 \
         改嫁 结婚 离婚 订婚 分手 生 出生 出世 去世 病故 卖 卖掉 变卖 买 买来 租 借 还债 付 付清 赚 赔 \
         攒 攒下 存 寄 来信 电报 汇款 送 送到 送走 托 请 请假 雇 开张 开业 创办 倒闭 解散 搬走 留 留在 \
         住 住进 住院 出院 回 回来 回家 回到 返回 返乡 离开 来到 到达 赶到 前往 投奔 出国 出发 出门 动身 \
         启程 进城 上京 上岸 下船 下山 南下 北上 逃 迁 迁居 升 升任 分配 担任 教书 上学 考 考上 毕业 \
         实习 退休 辞职 告别 介绍 认识 吃饭 商量 讨论 开会 表决 决定 通过 同意 签 签字 登记 审 收为 议和 \
         出使 逛 参观 拜访 看望 走访 调查 询问 打听 找到 接 接到 收到 得知 消息 传开 交给 得到 换来 带 \
         带走 带来 拿到 亲事",
    ),
    (List::Person, "他 她 我 他们 她们 自己 我们"),
    (
        List::Speech,
        "说 说道 道 问 问道 答 答道 回答 叫 喊 喊道 嚷 吼 吼道 怒吼 骂 喝 喝道 笑 冷笑 苦笑 叹 叹气 \
         低声 轻声 大声 小声 悄声 冷声 沉声 柔声 嘟囔 嘀咕 嘟哝 喃喃 自语 自言自语 重复 补充 解释 汇报 \
         禀报 启禀 报告 反问 追问 试探 求 恳求 哀求 劝 催 吩咐 命令 警告 提醒 告诉 承认 否认 坚持 抱怨 \
         感叹 惊呼 开口 插嘴 接口 打断 沉默 声音 点头 摇头 皱眉 皱 挑眉 耸肩 语气 念 念叨 回应 应 应道 \
         答应 嗤笑 嘲笑 咆哮 尖叫 哭 哭道 哽咽 讥讽 讽刺 调侃 打趣 嘴 朱唇 咬牙切齿 不吭声 喊叫 呵斥 斥 \
         呼喊 传来 电话",
    ),
];

/// Returns the lists of scene words that contain a word or its base. Those of other features are not looked up.
///
/// The word must be in lower case with straight apostrophes.
pub(crate) fn scene_lists_of(word: &str, language: Language) -> Lists {
    static EN: LazyLock<HashMap<&str, Lists>> = LazyLock::new(|| by_word(ENGLISH, ','));
    static ZH: LazyLock<HashMap<&str, Lists>> = LazyLock::new(|| by_word(CHINESE, ' '));
    match language {
        Language::En => base_forms(word).find_map(|form| EN.get(&*form)).copied(),
        Language::Zh => ZH.get(word).copied().or_else(|| of_compound(word, &ZH)),
    }
    .unwrap_or_default()
}

/// Returns the words of which an English word may be a regular form, the most probable first.
///
/// The base in `-e` comes before the one without, so that *hoped* is a form of *hope*, not of *hop*.
fn base_forms(word: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let cut = |ending| word.strip_suffix(ending).filter(|base| base.len() > 1);
    let added = |ending, letter: &str| cut(ending).map(|base| Cow::Owned(format!("{base}{letter}")));
    let single = |ending| {
        let base = cut(ending)?;
        let mut letters = base.chars();
        let doubled = letters.next_back() == letters.clone().next_back();
        doubled.then_some(Cow::Borrowed(letters.as_str()))
    };
    [
        Some(Cow::Borrowed(word)),
        cut("s").map(Cow::Borrowed),
        cut("d").map(Cow::Borrowed),
        added("ing", "e"),
        cut("es").map(Cow::Borrowed),
        cut("ed").map(Cow::Borrowed),
        cut("ing").map(Cow::Borrowed),
        added("ies", "y"),
        added("ied", "y"),
        single("ed"),
        single("ing"),
    ]
    .into_iter()
    .flatten()
}

/// Returns the lists of a Chinese compound that is in no list itself, by the character that tells its class.
///
/// A verb of motion is told by its first character, because direction and result follow it (冲上, 砸碎). A noun is told
/// by its last character (槐树, 油灯). 三年 is a length of time, and 光溜溜 describes how something looks.
fn of_compound(word: &str, lists: &HashMap<&str, Lists>) -> Option<Lists> {
    /// What follows a verb of motion: the direction or the result.
    const COMPLEMENTS: &str = "上下进出过开回来去起到向在往住倒断破碎翻飞中掉落烂死伤穿走退着了得入";
    /// Nouns for things that are seen, as the last character of a longer noun.
    const THINGS: &str = "树花草叶藤山坡河湖海潭云雾雪雨霜月星光灯烛火墙窗门屋楼房阁殿院园街巷路桥塔石瓦砖柱桌椅柜床炉镜影色衣裙袍衫帽鞋\
                          发眉眼眸";
    const NUMERALS: &str = "一二三四五六七八九十百千两几数半第";
    const TIMES: &str = "年月天日夜岁周";
    let characters: Vec<char> = word.chars().take(4).collect();
    let (&first, rest) = characters.split_first()?;
    let &last = rest.last()?;
    let list = match rest {
        [second, third] if second == third && first != '一' => List::Setting,
        _ if NUMERALS.contains(first) && TIMES.contains(last) => List::Course,
        _ if is_in(first, List::Motion, lists) && rest.iter().all(|&one| COMPLEMENTS.contains(one)) => {
            List::Motion
        }
        _ if THINGS.contains(last) => List::Setting,
        _ => return None,
    };
    Some(Lists::of(list))
}

fn is_in(character: char, list: List, lists: &HashMap<&str, Lists>) -> bool {
    lists
        .get(&*character.encode_utf8(&mut [0; 4]))
        .is_some_and(|found| found.has(list))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_forms_and_compounds_are_found_by_their_base() {
        for (word, language, list) in [
            ("hoped", Language::En, List::Thought),
            ("hopping", Language::En, List::Motion),
            ("chased", Language::En, List::Motion),
            ("branches", Language::En, List::Setting),
            ("冲上", Language::Zh, List::Motion),
            ("砸碎", Language::Zh, List::Motion),
            ("老槐树", Language::Zh, List::Setting),
            ("光溜溜", Language::Zh, List::Setting),
            ("三十年", Language::Zh, List::Course),
        ] {
            assert!(scene_lists_of(word, language).has(list), "{word}");
        }
        assert_eq!(scene_lists_of("", Language::En), Lists::default());
        assert_eq!(scene_lists_of("", Language::Zh), Lists::default());
        assert_eq!(scene_lists_of("一个个", Language::Zh), Lists::default());
    }
}
