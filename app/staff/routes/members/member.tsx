import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { codes } from '#server/contract/codes.ts'
import { changeStaffMember, getStaffMember } from '#server/contract/staff/members.ts'
import { staffRoleNames } from '#server/contract/staff/roles.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { Diff } from '../../parts/diff.tsx'
import { momentText } from '../../parts/moment.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { memberPath, membersPath, sessionsPath, withDone } from '../../paths.ts'
import { MemberFields, memberFieldNames, memberValueText } from './member-fields.tsx'
import { changesBetween, filledIn, valuesOf } from './member-values.ts'

export const meta: MetaFunction<typeof loader> = (page) =>
  staffMeta(page.data === undefined ? '成员' : `${page.data.name}_成员`, page)

/** `/staff/members/{id}/`: one member. */
export async function loader(args: LoaderFunctionArgs) {
  const api = staffApi(args)
  const [member, me] = await Promise.all([
    api.load(getStaffMember, { id: args.params['id'] ?? '' }),
    api.load(getStaffMe, {}),
  ])
  return { ...member, isOwn: member.id === me.id }
}

/** Changes a member, unless somebody else did meanwhile: then both are shown, and the next attempt replaces it. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  const values = await readFields(args.request)
  const reply = await staffApi(args).send(changeStaffMember, { ...filledIn(values), id })
  if (reply.ok) throw redirect(withDone(memberPath(reply.data.id), 'changed'), 303)
  const isConflict = reply.code === codes.conflict
  return refused({ values, problem: problemOf(reply), isConflict })
}

export default function MemberPage() {
  const member = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const stored = valuesOf(member)
  // The page shows the newest version; what is sent next replaces it.
  const form = answer === undefined ? { values: stored } : { ...answer, values: { ...answer.values } }
  const { id, name, phone, role, school, enrolled, recovery_codes_left, closed_at, isOwn } = member
  return (
    <Page
      title={name}
      intro={`${staffRoleNames[role]}${school === undefined ? '' : `：${school.name}`}，手机 ${phone ?? '已删除'}`}
      actions={
        <Link className="button quiet" to={membersPath}>
          全部成员
        </Link>
      }
      done={{
        added: '已添加，对方现在可以用手机号登录。',
        changed: '已保存。',
        ended: '已停用，正在使用的登录都已退出。',
        opened: '已恢复，对方可以重新登录。',
        reset: '已重置，对方下次登录时重新设置动态码。',
      }}
    >
      {closed_at === undefined ? null : (
        <Notice tone="warn">{momentText(closed_at)} 起停用，不能登录。</Notice>
      )}
      {answer?.isConflict === true ? (
        <Notice tone="warn">
          <p>您打开之后，别人改过这个成员。下面是您填写的，再保存一次就会替换成您的：</p>
          <Diff
            changes={changesBetween(stored, form.values)}
            labels={memberFieldNames}
            sides={['现在', '您填写']}
            textOf={memberValueText}
          />
        </Notice>
      ) : null}
      <StaffForm
        action={memberPath(id)}
        problem={answer?.isConflict === true ? undefined : answer?.problem}
        hiddenFields={['version', 'closed']}
      >
        <input type="hidden" name="version" value={stored['version']} />
        <MemberFields form={form} maskedPhone={phone ?? '空的'} />
        <SubmitButton>保存</SubmitButton>
      </StaffForm>
      <Section title="登录">
        <p>
          {enrolled
            ? `动态码已设置，还剩 ${recovery_codes_left} 个恢复码。`
            : '动态码还没有设置，第一次登录时设置。'}
          {isOwn ? '自己的账号和角色由另一位管理员来停用和修改。' : ''}
        </p>
        <p className="words">
          <Link className="button quiet" to={sessionsPath(id)}>
            登录设备
          </Link>
          {enrolled ? (
            <Link className="button quiet" to={memberPath(id, 'reset')}>
              重置动态码
            </Link>
          ) : null}
          {isOwn ? null : closed_at === undefined ? (
            <Link className="button danger" to={memberPath(id, 'end')}>
              停用
            </Link>
          ) : (
            <Link className="button quiet" to={memberPath(id, 'end')}>
              恢复
            </Link>
          )}
        </p>
      </Section>
    </Page>
  )
}
