import { parseArgs } from 'node:util'
import { personName } from '#server/contract/fields.ts'
import { maskPhone, normalPhone } from '#server/contract/phone-number.ts'
import { staffRoleNames, staffRoles, type StaffRole } from '#server/contract/staff/roles.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { findMember, findMembers, hasAdministrator } from '#server/db/staff/members.ts'
import { chinaTime } from '#server/services/china-time.ts'
import { accountName } from '#server/services/export-records/account-name.ts'
import type { CommandCall, OperatorCommand } from '#server/services/operator-command.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import {
  addMember,
  changeMember,
  memberFaultText,
  resetMember,
} from '#server/services/staff/change-members.ts'

const usage = `用法: npm run staff -- add 姓名 电话 [--role 角色] [--school 学校编号]   添加成员
      npm run staff -- list            列出成员
      npm run staff -- close 编号      停用：登录马上结束
      npm run staff -- open 编号       重新启用
      npm run staff -- reset 编号      重置动态码和恢复码，下次登录时重新设置
角色: ${staffRoles.map((role) => `${role} ${staffRoleNames[role]}`).join('，')}；第一位成员是管理员
有了第一位管理员，员工后台 /staff/ 才开放；停用最后一位管理员，它就关闭`

/**
 * `staff add|list|close|open|reset`: members of the staff area. Exit code 0 when done, 1 when not, 2 for a wrong call.
 * Changes add their rows to the access log.
 */
export function staffCommand(connection: DatabaseConnection, personal: PersonalData): OperatorCommand {
  const needs = { database: connection, personal }
  return async (call) => {
    const wanted = readCall(call.args)
    if (wanted === undefined) {
      call.print(usage)
      return 2
    }
    if (wanted.what === 'list') return list(needs, call)
    if (wanted.what === 'add') return add(needs, wanted, call)
    return change(needs, wanted, call)
  }
}

type Needs = { database: DatabaseConnection; personal: PersonalData }
type Adding = {
  what: 'add'
  name: string
  phone: string
  role: StaffRole | undefined
  schoolId: number | undefined
}
type Changing = { what: 'close' | 'open' | 'reset'; id: number }

async function add(
  needs: Needs,
  { name, phone, role, schoolId }: Adding,
  call: CommandCall,
): Promise<number> {
  const { print, operator = accountName() } = call
  const usualRole = (await hasAdministrator(needs.database.db)) ? undefined : 'administrator'
  const given = role ?? usualRole
  if (given === undefined) {
    print('请用 --role 说明角色')
    print(usage)
    return 2
  }
  const noted = { actor: { operator }, command: 'staff add', now: new Date() }
  const outcome = await addMember(needs, { name, phone, role: given, schoolId }, noted)
  if (outcome.state !== 'added') {
    print(
      outcome.state === 'school' ? '请用 --school 说明学校的编号，它要在网站上' : memberFaultText(outcome),
    )
    return 1
  }
  print(`成员 ${outcome.id}：${name}，${staffRoleNames[given]}；第一次登录 /staff/ 时设置动态码`)
  return 0
}

const doneTexts = {
  close: '已停用，登录已全部结束',
  open: '已启用',
  reset: '动态码已重置，登录已全部结束',
} as const

async function change(needs: Needs, { what, id }: Changing, call: CommandCall): Promise<number> {
  const { print, operator = accountName() } = call
  const { db } = needs.database
  const noted = { actor: { operator }, command: `staff ${what}`, now: new Date() }
  const member = await findMember(db, id)
  if (member === undefined) {
    print(`没有成员 ${id}`)
    return 1
  }
  if (what === 'reset') await resetMember(needs, id, noted)
  else await changeMember(needs, { id, closed: what === 'close' }, { ...noted, mayEmpty: true })
  print(`${member.name}: ${doneTexts[what]}`)
  if (!(await hasAdministrator(db))) print('没有管理员了：员工后台已关闭')
  return 0
}

const listedRows = 1000

async function list({ database, personal }: Needs, { print }: CommandCall): Promise<number> {
  const { rows } = await findMembers(database.db, { page: 1, page_size: listedRows })
  for (const row of rows) {
    const phone = row.phoneCipher === null ? '' : maskPhone(personal.decrypt(row.phoneCipher))
    const parts = [
      row.id,
      row.name,
      phone,
      staffRoleNames[row.role],
      ...(row.schoolName === null ? [] : [row.schoolName]),
      row.enrolled ? `恢复码剩 ${row.recoveryCodesLeft} 个` : '还没有设置动态码',
      row.lastSeenAt === null ? '没有登录过' : `最近 ${chinaTime(row.lastSeenAt)}`,
      ...(row.closedAt === null ? [] : [`${chinaTime(row.closedAt)} 停用`]),
    ]
    print(parts.join('  '))
  }
  if (rows.length === 0) print('还没有成员：员工后台没有开放')
  return 0
}

function readCall(args: readonly string[]): { what: 'list' } | Adding | Changing | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { role: { type: 'string' }, school: { type: 'string' } },
      allowPositionals: true,
    })
    const [what, first = '', second = '', ...more] = positionals
    if (more.length > 0) return undefined
    if (what === 'list') return { what }
    if (what === 'add') return readAdding({ name: first, phone: second, ...values })
    if (what !== 'close' && what !== 'open' && what !== 'reset') return undefined
    return /^[1-9]\d{0,8}$/.test(first) && second === '' ? { what, id: Number(first) } : undefined
  } catch {
    return undefined
  }
}

type Given = { name: string; phone: string; role?: string | undefined; school?: string | undefined }

function readAdding(given: Given): Adding | undefined {
  const name = personName.safeParse(given.name)
  const phone = normalPhone(given.phone)
  const role = staffRoles.find((each) => each === given.role || staffRoleNames[each] === given.role)
  const isWrongRole = given.role !== undefined && role === undefined
  const isWrongSchool = given.school !== undefined && !/^[1-9]\d{0,8}$/.test(given.school)
  if (!name.success || phone === undefined || isWrongRole || isWrongSchool) return undefined
  const schoolId = given.school === undefined ? undefined : Number(given.school)
  return { what: 'add', name: name.data, phone, role, schoolId }
}
