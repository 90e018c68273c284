import { parseArgs } from 'node:util'
import { personName } from '#server/contract/fields.ts'
import { normalPhone } from '#server/contract/phone-number.ts'
import { staffRoleNames, staffRoles, type StaffRole } from '#server/contract/staff/roles.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { findMemberOfPhone, hasAdministrator } from '#server/db/staff/members.ts'
import { accountName } from '#server/services/leads/export/account-name.ts'
import type { CommandCall, OperatorCommand } from '#server/services/operations/operator-command.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { addMember, memberFaultText, resetMember } from '#server/services/staff/change-members.ts'

const usage = `用法: npm run staff -- add 姓名 电话 [--role 角色] [--school 学校编号]   添加成员
      npm run staff -- reset 电话   重置动态码和恢复码，下次登录时重新设置
角色: ${staffRoles.map((role) => `${role} ${staffRoleNames[role]}`).join('，')}；第一位成员是管理员
有了第一位管理员，员工后台 /staff/ 才开放；成员的名单、停用和重新启用在 /staff/members/`

/**
 * `staff add|reset`: the first member of the staff area, and the second factor that a member lost. Exit code 0 when done,
 * 1 when not, 2 for a wrong call. Changes add their rows to the access log.
 */
export function staffCommand(connection: DatabaseConnection, personal: PersonalData): OperatorCommand {
  const needs = { database: connection, personal }
  return async (call) => {
    const wanted = readCall(call.args)
    if (wanted === undefined) {
      call.print(usage)
      return 2
    }
    return wanted.what === 'add' ? add(needs, wanted, call) : reset(needs, wanted, call)
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
type Resetting = { what: 'reset'; phone: string }

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

async function reset(needs: Needs, { phone }: Resetting, call: CommandCall): Promise<number> {
  const { print, operator = accountName() } = call
  const noted = { actor: { operator }, command: 'staff reset', now: new Date() }
  const member = await findMemberOfPhone(needs.database.db, needs.personal.blindIndex('phone', phone))
  if (member === undefined) {
    print('没有用这个电话的成员')
    return 1
  }
  await resetMember(needs, member.id, noted)
  print(`${member.name}: 动态码已重置，登录已全部结束`)
  return 0
}

function readCall(args: readonly string[]): Adding | Resetting | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { role: { type: 'string' }, school: { type: 'string' } },
      allowPositionals: true,
    })
    const [what, first = '', second = '', ...more] = positionals
    if (more.length > 0) return undefined
    if (what === 'add') return readAdding({ name: first, phone: second, ...values })
    if (what !== 'reset') return undefined
    const phone = second === '' ? normalPhone(first) : undefined
    return phone === undefined ? undefined : { what, phone }
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
