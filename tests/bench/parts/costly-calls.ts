import { loadavg } from 'node:os'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { uploadPicture } from '#server/contract/staff/pictures.ts'
import { staffTokenHeader } from '#server/contract/staff/staff-endpoint.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { inventedPhoto } from '#tests/support/content/photo.ts'
import { uploadForm } from '#tests/support/staff/upload-form.ts'
import { makeSampleDir } from '#tests/support/site/sample-template.ts'
import { startProcess } from '#tests/support/site/site-process.ts'
import { storeAdministratorSession } from '#tests/support/staff/stored-session.ts'
import type { Measured } from '../part.ts'
import type { Settings } from '../settings.ts'

/** Bound on p95 beside the costly call, in relation to that of the same minute without it. */
const budget = 2
const pauseMs = 100

/** What others do meanwhile: each takes another address every time, so that no cache answers. */
const honest: Readonly<Record<string, (nth: number) => string>> = {
  'page rendered anew': (nth) => `/schoollist/shenzhen/?fee_max=${100_000 + nth}`,
  'call of the API': (nth) => `/api/schools?city_code=4403&fee_max=${100_000 + nth}`,
  'events of the check-in': () => '/api/events',
}

let asked = 0

/** 95th percentiles in ms of what others do, while `isOver` says no. */
async function p95Of(url: string, isOver: () => boolean): Promise<Map<string, number>> {
  const all = Object.entries(honest).map(async ([name, addressOf]): Promise<[string, number]> => {
    const times: number[] = []
    while (!isOver()) {
      const since = performance.now()
      await (await fetch(url + addressOf((asked += 1)))).arrayBuffer()
      times.push(performance.now() - since)
      await wait(pauseMs)
    }
    return [name, times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN]
  })
  return new Map(await Promise.all(all))
}

/** What visitors wait for while a member of the staff uploads five pictures of a phone's size, again and again. */
export async function measureCostlyCalls({ seconds }: Settings): Promise<Measured> {
  const dataDir = await makeSampleDir()
  const database = await connectDatabase({ dataDir })
  const token = await storeAdministratorSession(database)
  await database.close()
  const site = await startProcess({ DATA_DIR: dataDir, SMS: 'console' })
  const photo = await sharp(await inventedPhoto(1008, 756))
    .resize(4032, 3024)
    .jpeg({ quality: 92 })
    .toBuffer()
  // Made once: this process measures what others wait for.
  const body = uploadForm([new File([new Uint8Array(photo)], 'photo.jpg')])
  const upload = async () => {
    const answer = await fetch(site.url + uploadPicture.path, {
      method: 'POST',
      headers: { [staffTokenHeader]: token },
      body,
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const measure = (isOver: () => boolean) => p95Of(site.url, isOver)
  const lasting = () => {
    const until = performance.now() + seconds * 2000
    return () => performance.now() > until
  }
  await measure(lasting())
  const before = await measure(lasting())
  const isOver = lasting()
  const statuses: number[] = []
  const uploading = Array.from({ length: 5 }, async () => {
    while (!isOver()) statuses.push(await upload())
  })
  const beside = await measure(isOver)
  await Promise.all(uploading)
  const after = await measure(lasting())
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })

  const rows = Object.keys(honest).map((name) => {
    const without = Math.max(before.get(name) ?? 0, after.get(name) ?? 0)
    const during = beside.get(name) ?? Number.NaN
    return { name, without, during, ratio: during / without }
  })
  const worst = Math.max(...rows.map(({ ratio }) => ratio))
  return {
    lines: [{ budget: 'costlyCalls', measured: `at most ${worst.toFixed(1)} x`, isMet: worst <= budget }],
    tables: [
      {
        title: `Beside five uploads of 12 million pixels at once, ${statuses.length} in ${seconds * 2} s, load ${loadavg()[0]?.toFixed(1)}`,
        head: ['what', 'p95 ms without', 'p95 ms beside', 'ratio'],
        rows: rows.map(({ name, without, during, ratio }) => [
          name,
          without.toFixed(0),
          during.toFixed(0),
          ratio.toFixed(1),
        ]),
      },
    ],
    figures: [{ name: 'p95 beside five uploads / without', value: worst, better: 'less' }],
  }
}
