import sharp from 'sharp'
import { exportContentPart } from '#server/contract/staff/exports.ts'
import { showContentText } from '#server/contract/staff/content.ts'
import { checkImport } from '#server/contract/staff/imports.ts'
import { uploadPicture } from '#server/contract/staff/pictures.ts'
import { staffTokenHeader } from '#server/contract/staff/staff-endpoint.ts'
import { inventedPhoto } from '#tests/support/content/photo.ts'
import { uploadForm } from '#tests/support/staff/upload-form.ts'
import type { CostlySite } from './costly-site.ts'

/** Calls that cost much: what they are, how many run at once, and one of them; resolves to its status. */
export type CostlyCaller = { name: string; atOnce: number; call: (site: CostlySite) => Promise<number> }

let asked = 0

async function statusOf(address: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(address, init)
  await answer.arrayBuffer()
  return answer.status
}

function asStaff({ staffToken }: CostlySite): Record<string, string> {
  return { [staffTokenHeader]: staffToken }
}

/** A list of schools as a spreadsheet: `rows` lines. */
function schoolSheet(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, at) => `shenzhen,s${at},深圳第${at}学校,nanshan,primary,${100_000 + at}`,
  )
  return ['city,key,name,district,stages,tuition_min', ...lines].join('\n')
}

/** The costly calls of each role at their limit. */
export async function costlyCallers(): Promise<CostlyCaller[]> {
  const photo = await sharp(await inventedPhoto(1008, 756))
    .resize(4032, 3024)
    .jpeg({ quality: 92 })
    .toBuffer()
  const pictures = uploadForm([new File([new Uint8Array(photo)], 'photo.jpg')])
  const sheet = uploadForm([new File([schoolSheet(2_000)], 'schools.csv')])
  const text = JSON.stringify({ kind: 'news', text: `{{数量 city=shenzhen stage=high}}\n\n`.repeat(30) })
  return [
    {
      name: 'visitor: 96 lists that nobody asked for before',
      atOnce: 96,
      call: ({ url }) => {
        asked += 1
        return statusOf(`${url}/api/schools?city_code=4403&fee_min=${asked}&grade=g5&sort=tuition_asc`, {
          headers: { 'x-forwarded-for': '198.51.100.66' },
        })
      },
    },
    {
      name: 'member: five pictures of a phone',
      atOnce: 5,
      call: (site) =>
        statusOf(site.url + uploadPicture.path, { method: 'POST', headers: asStaff(site), body: pictures }),
    },
    {
      name: 'member: six previews with 30 embeds',
      atOnce: 6,
      call: (site) =>
        statusOf(site.url + showContentText.path, {
          method: 'POST',
          headers: { ...asStaff(site), 'content-type': 'application/json' },
          body: text,
        }),
    },
    {
      name: 'editor: checks of 2,000 schools',
      atOnce: 2,
      call: (site) =>
        statusOf(site.url + checkImport.path, { method: 'POST', headers: asStaff(site), body: sheet }),
    },
    {
      name: 'editor: exports of schools',
      atOnce: 4,
      call: (site) =>
        statusOf(`${site.url}${exportContentPart.path}?kind=schools&format=csv`, { headers: asStaff(site) }),
    },
  ]
}
