//! The Chinese particles 的, 地 and 了 where they are optional.

use super::letters::begins_with_han;
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;

fn each_piece(passage: &Passage<'_>, edit: impl Fn(&Sentence<'_>, usize) -> Option<Edit>) -> Vec<Edit> {
    if passage.language != Language::Zh {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for sentence in &passage.sentences {
        edits.extend((0..sentence.pieces.len()).filter_map(|at| edit(sentence, at)));
    }
    edits
}

const OWNERS: Words = Words("我 你 您 他 她 它 我们 你们 他们 她们 咱们 我們 你們 他們 她們 咱們 自己 对方");

/// People and places so close to their owner that 的 is optional: 我的母亲 → 我母亲.
pub(super) const KIN: Words = Words(
    "母亲 母親 父亲 父親 妈妈 媽媽 爸爸 妈 媽 爸 哥哥 弟弟 姐姐 妹妹 爷爷 爺爺 奶奶 外婆 外公 祖母 \
     祖父 丈夫 妻子 太太 叔叔 伯父 姑母 舅舅 儿子 兒子 女儿 女兒 老师 老師 同学 同學 同事 老板 学校 \
     學校 公司 岳父 岳母 婆婆 嫂子 叔父 伯母 外祖母 外祖父 家里 家裡 家中 姨妈 姑姑",
);

/// Places on or in a person: 他的心里 → 他心里.
pub(super) const PLACES: Words = Words(
    "心里 心裡 心中 心头 心頭 手里 手裡 手中 手上 脸上 臉上 身上 身边 身邊 身后 身後 身旁 眼里 眼裡 \
     眼中 眼前 面前 背后 背後 头上 頭上 怀里 懷裡 嘴里 嘴裡 耳边 耳邊 肩上 胸前 脑海里 背上",
);

/// Places relative to a thing, with optional 的: 粮站的后面 → 粮站后面.
const LOCATIONS: Words = Words(
    "后面 後面 前面 上面 下面 里面 裡面 外面 旁边 旁邊 对面 對面 中间 中間 后边 後邊 前边 前邊 周围 周圍 附近 \
     门口 門口 尽头 盡頭",
);

/// Colours and materials, with optional 的 before a noun of two syllables: 灰色的小楼 → 灰色小楼.
const COLOURS: Words = Words(
    "灰色 白色 黑色 红色 紅色 绿色 綠色 蓝色 藍色 黄色 黃色 紫色 棕色 褐色 金色 银色 銀色 青色 铁灰色 淡青色 \
     粉红色 木头 玻璃 水泥 竹子",
);

/// Deletes 的 between an owner and a close person or place, and after places and colours.
pub(super) fn thin_de(passage: &Passage<'_>) -> Vec<Edit> {
    each_piece(passage, |sentence, at| {
        let (owner, owned) = (sentence.joined_before(at), sentence.joined_after(at));
        let is_near = KIN.has(owned) || PLACES.has(owned);
        // 惧怕的自己的父亲: the owner is itself described with 的, so the second 的 stays.
        let is_described = at
            .checked_sub(2)
            .is_some_and(|before| sentence.text(before) == "的");
        let is_owner = OWNERS.has(owner) && !is_described;
        let is_location = LOCATIONS.has(owned) && owner.chars().count() >= 2 && begins_with_han(owner);
        let is_colour = COLOURS.has(owner)
            && owned.chars().count() >= 2
            && begins_with_han(owned)
            // In 红色的花开了 the dictionary returns 花开 as one word, but it is a clause.
            && !owned.ends_with(['的', '地', '开', '開', '落', '飞', '飛', '亮', '动', '動', '响', '響', '起', '来', '去']);
        let is_free = (is_owner && is_near) || ((is_location || is_colour) && !is_described);
        let de = sentence.pieces.get(at)?;
        (de.text == "的" && is_free).then(|| Edit::cut(de.range.clone()))
    })
}

/// Adverbs before a verb whose 地 is optional.
const FREE_ADVERBS: Words = Words(
    "慢慢 轻轻 輕輕 静静 靜靜 默默 渐渐 漸漸 悄悄 偷偷 紧紧 緊緊 深深 远远 遠遠 呆呆 缓缓 緩緩 好好 \
     匆匆 死死 牢牢 狠狠 暗暗 微微 不断 不斷 突然 忽然 逐渐 逐漸 急忙 连忙 赶紧 用力 大声 大聲 小声 小聲 \
     飞快 飛快 不停 忍不住 拼命 小心 仔细 仔細 小心翼翼",
);

/// Deletes 地 after doubled adverbs and after adverbs that do not need it.
pub(super) fn thin_di(passage: &Passage<'_>) -> Vec<Edit> {
    each_piece(passage, |sentence, at| {
        let piece = sentence.pieces.get(at)?;
        let (adverb, particle) = match piece.text.strip_suffix('地') {
            Some("") => (sentence.joined_before(at), piece.range.clone()),
            Some(adverb) => (adverb, piece.range.start + adverb.len()..piece.range.end),
            // In 雨渐渐地大了 the dictionary returns 地大 as one word.
            None if piece.text.starts_with('地') => (
                sentence.joined_before(at),
                piece.range.start..piece.range.start + "地".len(),
            ),
            None => return None,
        };
        let after = match &piece.text.strip_prefix('地') {
            Some(verb) if !verb.is_empty() => verb,
            _ => sentence.joined_after(at),
        };
        // 非常仔细地 has an adverb of degree, and 慢慢地、慢慢地 is a list; both keep 地.
        let is_held = (0..=at)
            .rev()
            .find(|&before| sentence.text(before).starts_with(adverb))
            .is_some_and(|start| {
                Words("、 很 非常 十分 更 最 太 那么 这么 一样").has(sentence.text(start.wrapping_sub(1)))
            });
        let is_free = (FREE_ADVERBS.has(adverb) || is_doubled_pair(adverb)) && !is_held;
        (is_free && begins_with_han(after) && !Words("说 說 道 的 一").has(after))
            .then(|| Edit::cut(particle))
    })
}

/// Returns whether the word is of the shape AABB: 高高兴兴.
fn is_doubled_pair(word: &str) -> bool {
    let mut characters = word.chars();
    match (
        characters.next(),
        characters.next(),
        characters.next(),
        characters.next(),
        characters.next(),
    ) {
        (Some(a), Some(b), Some(c), Some(d), None) => a == b && c == d && a != c,
        _ => false,
    }
}

const DIRECTIONS: Words =
    Words("起来 起來 过去 過去 过来 過來 进来 進來 进去 進去 出来 出來 出去 下来 下來 下去 上来 上去 回来");

/// Deletes 了 between a verb and its direction if a later 了 in the sentence still marks the completion:
/// 他站了起来，走了 → 他站起来，走了.
pub(super) fn thin_le(passage: &Passage<'_>) -> Vec<Edit> {
    each_piece(passage, |sentence, at| {
        let le = sentence.pieces.get(at).filter(|piece| piece.text == "了")?;
        let follows_verb = begins_with_han(sentence.joined_before(at));
        let end = sentence.pieces.get(at + 2)?;
        let is_closed = matches!(end.text, "，" | "。");
        let is_said_again = (at + 2..sentence.pieces.len()).any(|later| sentence.text(later).contains('了'));
        let directs = DIRECTIONS.has(sentence.joined_after(at));
        (follows_verb && directs && is_closed && is_said_again).then(|| Edit::cut(le.range.clone()))
    })
}
