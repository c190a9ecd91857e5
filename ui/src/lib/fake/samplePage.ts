// A page with all Markdown styles, in both languages: `?world=page`.

const LAMP =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 180"><rect width="480" height="180" fill="#2f3b45"/><circle cx="330" cy="70" r="26" fill="#e9c46a"/><path d="M0 140 Q120 120 240 140 T480 140 V180 H0Z" fill="#1f2a33"/></svg>'

/** The pictures of the sample, by path. */
export const samplePictures: Record<string, string> = { 'Notes/lamp.svg': LAMP }

/** The text of the page by language. */
export const samplePage = {
  en: `---
title: The ferry
scene: action
draft: 3
---

# The ferry

By the time the bell stopped[^bell] the water had come up over the *second* step, and the **ferryman** had not ~~ever~~ once looked round.^[He never did, as Wen found out.]

## On the stairs

> “You’ll want to sit,” he said, to the river.
> Nobody sat.

- the birdcage, wrapped in [a coat](../Notes/Cast.md)
- two boys who were not brothers; see https://example.org/boys
  - the taller one, who had the rope and would not let go of it, whatever the woman with the birdcage said to him
- \`MS-17\`, the ledger

1. First the rope.
2. Then the lamp.

***

![The lamp at the landing](../Notes/lamp.svg)

![A remote one](https://example.org/a.png)

![Gone](../Notes/gone.png)

\`\`\`
# not a heading, and *not* soft
rope = 12
\`\`\`

### After

There were four of them under the awning. <!-- check the number --> The woman with the birdcage did not count.

[^bell]: Rung twice for a crossing, three times for a body.
`,
  zh: `---
标题：渡口
场景：动作
---

# 渡口

雨停的时候，水已经漫过*第二级*台阶[^钟]，**摆渡人**一次也没有~~肯~~回头。^[后来问起，他说没听见。]

## 台阶上

> “坐下吧。”他对着河说。
> 没有人坐。

- 裹在[旧大衣](../Notes/Cast.md)里的鸟笼
- 两个不是兄弟的男孩；见 https://example.org/boys
  - 高个子的那个攥着缆绳，无论提着鸟笼的女人怎么对他说，他都不肯把手松开，哪怕是一会儿
- 账本 \`MS-17\`

1. 先是缆绳。
2. 然后是灯。

***

![码头上的灯](../Notes/lamp.svg)

\`\`\`
# 这不是标题
缆绳 = 12
\`\`\`

### 之后

棚子底下一共四个人。<!-- 核对人数 -->提鸟笼的女人没有数。

[^钟]: 摆渡敲两下，捞人敲三下。
`,
}
