import { z } from 'zod'
import { guestKinds, type CheckInKind } from '#server/contract/check-ins/check-in-rules.ts'
import { guestListColumns, ownCode } from '#server/contract/staff/guests.ts'
import { isPlainLine } from '#server/contract/person-name.ts'
import { guestPhone, personName } from '#server/contract/fields.ts'
import { phoneFault } from '#server/contract/phone-number.ts'
import type { Guest } from '#server/services/check-ins/guest-columns.ts'
import { cityTerms } from '#server/services/content/import/content/content-row.ts'
import type { SchoolReference } from '#server/services/content/import/content/content-references.ts'
import type { Place, Problems } from '#server/services/content/import/problems.ts'
import { term, wholeNumber } from '#server/services/content/import/rows/cells.ts'
import { columnReader, columnsOf } from '#server/services/content/import/rows/columns.ts'
import type { RawRow } from '#server/services/content/import/rows/raw-row.ts'
import type { TableKind } from '#server/services/content/import/rows/understood-table.ts'
import { cityCell } from '#server/services/content/import/rows/typed-cells.ts'

/** A guest of a file, and the school it exhibits for. */
export type NamedGuest = { guest: Guest; school: SchoolReference | undefined; place: Place }

const words = (text: string): string[] => text.split(' ')

/** The columns of guest lists, also as lists of other systems and of organisers name them. */
export const guestFileColumns = columnsOf(guestListColumns, {
  name: words('名字 来宾姓名 家长姓名 嘉宾姓名 参会人 联系人 full_name'),
  phone: words('手机 手机号 手机号码 电话号码 联系电话 联系手机 移动电话 家长电话 家长手机 mobile tel'),
  kind: words('类别 来宾类型 type'),
  party_size: words('参加人数 到场人数 报名人数 参会人数'),
  ticket: words(
    '票码 票号 二维码 门票号 门票码 电子票号 入场券 入场券号 签到码 券码 条码 条形码 code barcode qr_code qrcode ticket_code ticket_no',
  ),
  organisation: words('单位名称 公司 公司名称 机构 机构名称 organization company'),
  booth: words('展位号 展位编号 摊位 摊位号 展台 展台号 stand booth_no'),
  school: words('学校名称 校名 参展学校'),
  school_city: words('学校城市'),
})

/** A kind of guests by its slug, its label or another usual word. */
export const guestKind = term(guestKinds, {
  parent: words('家庭 观众 访客 来宾 parents visitor'),
  exhibitor: words('参展商 展商 参展单位 参展机构 参展学校 exhibitors'),
})

const text = (most: number) =>
  z.string().trim().max(most, `最多 ${most} 个字`).refine(isPlainLine, '含有换行或看不见的字符').optional()
const row = z.object({
  name: personName,
  phone: guestPhone.optional(),
  kind: guestKind.optional(),
  party_size: wholeNumber(1, 20).optional(),
  ticket: ownCode.optional(),
  organisation: text(60),
  booth: text(20),
  school: text(100),
  school_key: text(100),
  school_city: cityCell.optional(),
})

/** How guest lists are read and shown. */
export function guestTable(kind: CheckInKind, city: string): TableKind {
  return {
    kind: 'guests',
    columns: guestFileColumns,
    labels: new Map(
      Object.entries(guestListColumns).map(([column, label]) => [
        column,
        { label, terms: column === 'kind' ? guestKinds : column === 'school_city' ? cityTerms : undefined },
      ]),
    ),
    reader: (problems) => {
      const read = guestRowReader(problems, { kind, city })
      return async (raw) => {
        const found = read(raw)
        if (found === undefined) return undefined
        const { guest, school } = found
        const { partySize, printed, ...others } = guest
        const of = { school: school?.name, school_key: school?.key, school_city: school?.city }
        return new Map(Object.entries({ ...others, party_size: partySize, ticket: printed, ...of }))
      }
    },
  }
}

/** Creates the parser of raw rows into guests of a kind, unless a row names its own; problems are collected. */
export function guestRowReader(
  problems: Problems,
  { kind, city }: { kind: CheckInKind; city: string },
): (raw: RawRow) => NamedGuest | undefined {
  const { cellsOf, addFault } = columnReader(guestFileColumns, problems)
  return (raw) => {
    const cells = cellsOf(raw)
    const given = [...cells.values].map(([column, value]) => {
      const cell = typeof value === 'number' ? String(value) : value
      const isEmpty = cell === null || (typeof cell === 'string' && cell.trim() === '')
      return [column, isEmpty ? undefined : cell] as const
    })
    const parsed = row.safeParse(Object.fromEntries(given))
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        addFault(raw, cells, { column: String(path[0]), message })
      return undefined
    }
    const { school: name, school_key: key, school_city: where = city, ...person } = parsed.data
    const school = key === undefined && name === undefined ? undefined : { key, name, city: where }
    // Exhibitors without a booth name show the school's name.
    const organisation = person.organisation ?? name
    if (person.phone === undefined && organisation === undefined) {
      addFault(raw, cells, { column: 'phone', message: phoneFault('') })
      return undefined
    }
    if (!cells.isSound) return undefined
    const { party_size: partySize, ticket: printed, kind: own, ...rest } = person
    const guest: Guest = { ...rest, organisation, partySize, printed, kind: own ?? kind, source: 'import' }
    return { guest, school, place: raw.place }
  }
}
