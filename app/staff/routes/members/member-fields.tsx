import { staffRoleNames, staffRoles } from '#server/contract/staff/roles.ts'
import { valueText } from '../../parts/diff.tsx'
import { Field } from '../../parts/field.tsx'
import type { FormState } from '../../parts/form-state.ts'

const roles = staffRoles.map((value) => ({ value, label: staffRoleNames[value] }))

/** The fields of a member. `maskedPhone`: the phone that stays unless another one is typed. */
export function MemberFields({ form, maskedPhone }: { form: FormState; maskedPhone?: string | undefined }) {
  return (
    <>
      <Field label="姓名" name="name" form={form} autoComplete="off" />
      <Field
        label={maskedPhone === undefined ? '手机号' : '新手机号'}
        name="phone"
        form={form}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        optional={maskedPhone !== undefined}
        hint={maskedPhone === undefined ? '登录验证码发到这个号码' : `不填就还是 ${maskedPhone}`}
      />
      <Field label="角色" name="role" form={form} choices={roles} />
      <Field
        label="学校编号"
        name="school_id"
        form={form}
        inputMode="numeric"
        autoComplete="off"
        optional
        hint="只有“学校”这个角色要填：学校页面网址 /school/编号/ 里的数字"
      />
    </>
  )
}

/** Chinese names of a member's fields, in the order of the form. */
export const memberFieldNames = { name: '姓名', phone: '手机号', role: '角色', school_id: '学校编号' }

/** A member's value as the form shows it. */
export function memberValueText(field: string, value: unknown): string {
  const role = field === 'role' ? staffRoles.find((each) => each === value) : undefined
  return role === undefined ? valueText(value) : staffRoleNames[role]
}
