// Pinyin of the characters in titles of commands. A table of these few is small, and the page starts fast.

/** Each syllable with its characters, by their reading in the titles: 重 as in 重做, 调 as in 强调, 行 as in 命令行. */
const SYLLABLES = `
ba把 ban版板 bang帮 bao保 ben本 bi闭比 bian变编 biao表标 bing并 cai菜 ce册 cha查 chai拆 che撤 chong重 chu出处除 ci次此 cu粗 cun存 cuo错
da打大答 dai代 dan单 dang当档 dao到导 de的 dian点 diao调 ding定 dong动 du度 duan段断端 dui对 er二 fa法 fan返 fang放 fei废 fen分
fu复 gai改 gang纲 gao稿高 ge个 gen跟 geng更 gong共 guan关 guang光 gui规归 hang行 hao好号 he和合 hua话 huan换 hui恢回 huo或
ji即记己辑级机计 jia夹加 jian建件简检健间键 jiao脚 jie界接 jin进近 jing精 jiu旧 ju句 jue决 kai开 kan看 kang康 kuang况 lan览 li历例立理
lian链 lie列 ling另令 liu六 lou篓 lu录 luo落 ma码 mei每 mian面 ming命名 mo墨模 mou某 mu目 nan南 neng能 ni你 pai排 pian偏 pin拼 ping屏
qi器 qian前浅 qiang强 quan全 ri日 ru入 run润 san三 se色 shan删 shang上 she设 shen深 shi史示事使释式实时 shou首手 shu书数 si四 sui随
suo所缩索 tai态 ti替提题 tian添 tiao跳 ting停 tong统 tui退 wang往 wei为 wen文问 wu五误 xi系习 xia下 xian线 xiang项 xiao销小
xie写 xin新 xu序 xuan选 xue学 yan颜言 ye夜 yi移一忆议 yin引印 ying英 yong用 you有 yu与预语 zai在 zan暂 ze则择 zhang章 zhao找 zhe这 zhen诊
zheng正整 zhi纸执只置指智 zhong中终 zhu注助 zhuan专 zhuang状 zhuo桌 zi字自子 zui最 zuo做
`

const SYLLABLE_OF = new Map(
  SYLLABLES.trim()
    .split(/\s+/u)
    .flatMap((entry) => {
      const syllable = /^[a-z]+/u.exec(entry)?.[0] ?? ''
      return [...entry.slice(syllable.length)].map((character) => [character, syllable] as const)
    }),
)

/** Returns the syllable of a character, or `undefined` if no title of the desk has the character. */
export function syllableOf(character: string): string | undefined {
  return SYLLABLE_OF.get(character)
}

/**
 * Returns the points of a word as pinyin of consecutive characters of a title, or `null`. Each syllable may be cut, down
 * to its initial: `ljbc`, `lijibaocun` and `lijibc` all find 立即保存.
 */
export function pinyinPoints(title: string, word: string): number | null {
  // A single letter would find half of all titles.
  if (!/^[a-z]{2,}$/u.test(word)) return null
  const syllables = [...title].filter((character) => /\p{Script=Han}/u.test(character)).map((character) => syllableOf(character) ?? '')
  const at = syllables.findIndex((_, from) => spells(syllables, from, word))
  if (at < 0) return null
  return at === 0 ? 3.5 : 2.5
}

/** Returns whether a word is made of beginnings of the syllables from an index on. */
function spells(syllables: readonly string[], from: number, word: string): boolean {
  if (word === '') return true
  const syllable = syllables[from] ?? ''
  for (let length = syllable.length; length > 0; length--) {
    if (word.startsWith(syllable.slice(0, length)) && spells(syllables, from + 1, word.slice(length))) return true
  }
  return false
}
