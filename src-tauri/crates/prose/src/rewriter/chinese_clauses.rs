//! Words that show how a Chinese clause relates to its neighbours.

use super::words::Words;

/// Chinese pronouns that can be the subject of a new sentence.
pub(super) const PRONOUNS: Words =
    Words("我 你 您 他 她 它 我们 你们 他们 她们 它们 我們 你們 他們 她們 它們");

/// Connectives that can begin a new sentence.
pub(super) const CONNECTIVES: Words = Words(
    "但是 但 可是 然而 于是 於是 后来 後來 随后 隨後 接着 接著 然后 然後 不料 谁知 因此 所以 忽然 突然",
);

/// Conjunctions whose clause is incomplete without the next clause.
pub(super) const WAITING: Words = Words(
    "因 因为 因為 由于 由於 虽然 雖然 虽 雖 尽管 儘管 如果 要是 假如 假使 倘若 倘 若 若是 即使 即便 就是 \
     哪怕 只要 只有 除非 无论 無論 不论 不管 既然 既 不但 不仅 不僅 不是 与其 宁可 自从 自從 当 當 \
     每当 每 除了 为了 為了 随着 隨著 关于 对于 至于 越 一边 一面 一方面 等到 直到 纵使 纵然 纵 縱使 \
     縱然 固然 任凭 倘使 虽说 不要说 莫说 别说",
);
