import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { parentByRequests, parentWithPhone, type Parent } from '#tests/support/journeys/parents.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

/**
 * How many presses the tasks of a family take: a link, a button, a box, a score, and a choice in a list are one each; typing is
 * none. What is not needed is not pressed, and every way goes over links and buttons of the pages alone.
 */

/** A parent whose presses are counted. */
function counted(parent: Parent) {
  let presses = 0
  return {
    count: () => presses,
    add: (more: number) => void (presses += more),
    leave: () => parent.leave(),
    words: () => parent.words(),
    at: () => parent.at(),
    open: (path: string) => parent.open(path),
    async arrives(path: RegExp) {
      await expect.poll(() => parent.at(), { timeout: 20_000 }).toMatch(path)
    },
    async follow(href: RegExp) {
      presses += 1
      // A page may bring its links after its address.
      await expect.poll(() => parent.follow(href).then(() => '', String), { timeout: 20_000 }).toBe('')
    },
    async press(
      button: string | RegExp,
      chosen: Record<string, string | true> = {},
      typed: Record<string, string> = {},
    ) {
      presses += 1 + Object.keys(chosen).length
      await parent.click(button, { ...typed, ...chosen })
    },
  }
}

const origin = siteUrl()
let ways = 0
const means: [string, () => Promise<Parent>][] = [
  [
    'by requests, without scripts',
    async () => parentByRequests({ origin, address: `10.91.0.${(ways += 1)}` }),
  ],
  [
    'in a browser',
    async () => {
      const browser = await openBrowser()
      onTestFinished(() => browser.close())
      return parentWithPhone(browser, { origin, address: `10.91.1.${(ways += 1)}`, scripts: true })
    },
  ],
]

test.each(means)('IB schools for my child, from the home page, %s: 6 presses', async (_means, start) => {
  const parent = counted(await start())
  await parent.open('/')
  await parent.follow(/^\/schoollist\/shenzhen\/ib\/$/)
  await parent.arrives(/^\/schoollist\/shenzhen\/ib\/$/)
  // To unfold the form.
  parent.add(1)
  await parent.press('按这个孩子看', { now: 'g6', identity: 'hmt', near: 'shekou' })
  await parent.arrives(/^\/schoollist\/shenzhen\/ib\/\?/)
  for (const asked of ['grade=g7', 'identity=hmt', 'near=shekou']) expect(parent.at()).toContain(asked)
  await expect.poll(() => parent.words(), { timeout: 20_000 }).toMatch(/深圳IB学校\s*\d+\s*所/)
  expect(parent.count()).toBe(6)
  await parent.leave()
})

test.each(means)(
  'three visits from the home page %s: 14 presses of 15; the answers of both parents after them: 24 of 25',
  async (_means, start) => {
    const schools = await firstSchools()
    const mother = counted(await start())
    await mother.open('/')
    await mother.follow(/^\/schoollist\/shenzhen\/high\/$/)
    await mother.arrives(/^\/schoollist\/shenzhen\/high\/$/)
    for (const [at, { name }] of schools.entries()) {
      await mother.press(`对比${name}`)
      await expect
        .poll(() => mother.words(), { timeout: 20_000 })
        .toContain(at === 0 ? '再选 1 所就能对比' : `对比 ${at + 1} 所`)
    }
    await mother.follow(/^\/compare\/$/)
    await mother.arrives(/^\/compare\/(?:\?ids=|$)/)
    await mother.follow(/^\/openday\/shenzhen\/\?ids=/)
    await mother.arrives(/^\/openday\/shenzhen\/\?ids=/)
    await mother.follow(/^\/order\/joint\//)
    await mother.arrives(/^\/order\/joint\/\?ids=/)
    const consents = schools.flatMap(({ id }) => [`consent_contact_${id}`, `consent_guardian_${id}`])
    const ticked = Object.fromEntries(consents.map((name) => [name, true as const]))
    ways += 1
    await mother.press('提交', ticked, { name: '林女士', phone: `1350000${String(1000 + ways)}` })
    await mother.arrives(/^\/order\/joint\/[0-9A-Z-]{80}\/$/)
    await expect.poll(() => mother.words(), { timeout: 20_000 }).toContain('您约的参观，3 所学校')
    expect(mother.count()).toBe(14)

    // Three criteria of each school, from the page of what was sent to the answer of the second parent.
    const before = mother.count()
    await mother.follow(/^\/order\/book\/\?requests=/)
    await mother.arrives(/^\/order\/book\/\?requests=/)
    await mother.press('打开家庭决定书')
    await mother.arrives(/^\/order\/book\/[0-9A-Z]{26}\/$/)
    const book = mother.at()
    await answer(mother, '妈妈', schools, { teachers: '5', way: '4', cost: '1' })
    const father = counted(await start())
    await father.open(book)
    await answer(father, '爸爸', schools, { teachers: '4', way: '4', cost: '5' })
    await expect.poll(() => father.words(), { timeout: 20_000 }).toContain('合起来')
    const said = (await father.words()).replaceAll(/\s+/g, '')
    for (const { name } of schools) {
      expect(said).toContain(`${name}，花费：妈妈1，爸爸5`)
      expect(said).toContain(`${name}：老师、路上时间`)
    }
    expect(mother.count() - before + father.count()).toBe(24)
    await mother.leave()
    await father.leave()
  },
)

/** The first schools of the list of upper secondary schools. */
async function firstSchools(): Promise<{ id: number; name: string }[]> {
  const answered = await fetch(`${origin}/api/schools?city_code=4403&stage=high&page_size=3`)
  return z
    .object({ data: z.object({ items: z.array(z.object({ id: z.int(), name: z.string() })).length(3) }) })
    .parse(await answered.json()).data.items
}

/** Scores of each school by some criteria, in the column of a name. */
async function answer(
  parent: ReturnType<typeof counted>,
  name: string,
  schools: readonly { id: number }[],
  scores: Readonly<Record<string, string>>,
): Promise<void> {
  await parent.press(`我是${name}`)
  await parent.arrives(/\?who=\d+$/)
  const fields = schools.flatMap(({ id }) =>
    Object.entries(scores).map(([criterion, score]) => [`s_${id}_${criterion}`, score]),
  )
  await parent.press('保存', Object.fromEntries(fields))
  await parent.arrives(/^\/order\/book\/[0-9A-Z]{26}\/$/)
}
