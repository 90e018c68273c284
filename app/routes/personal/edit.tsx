import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { modifyCenter } from '#server/contract/accounts/account.ts'
import { cities } from '#server/contract/cities.ts'
import { stages } from '#server/contract/vocabulary.ts'
import { sendForm } from '#app/api/client.server.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { noSuchForm, readSentFields } from '#app/forms/read-form.server.ts'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { gradeChoices } from '#app/forms/grade-choices.ts'
import { personalPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { authenticatedCall } from '#app/visitor/authenticated-call.server.ts'
import { privateJson, privateHeaders, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { visitorOfForm } from '#app/visitor/require-visitor.server.ts'
import { PersonalFrame } from './personal-frame.tsx'
import styles from './personal.module.css'

/** Texts of the route `personalEdit`. */
export const personalEditTemplate: Template = {
  title: '编辑资料',
  keywords: '编辑资料,个人资料',
  description: '修改昵称、城市、孩子的学段和年级、关注的课程。',
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  withErrorTitle(pageMeta(personalEditTemplate, siteOf(matches)), matches)

export const headers = () => privateHeaders

/** `/personal/edit/`: the profile as a form. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const profile = await visitorOfForm({ context, request })
  const { nickname, city_code, stage, grade, courseText } = profile ?? {}
  return privateJson({ profile, values: { nickname, city_code, stage, grade, courseText } })
}

/** Saves the profile; an empty field deletes its value, an absent one leaves it. 400 when none was sent. */
export async function action({ context, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const { nickname, city_code, stage, grade, courseText } = await readSentFields(request)
  const values = { nickname, city_code, stage, grade, courseText }
  if (Object.values(values).every((value) => value === undefined)) throw noSuchForm()
  const reply = await authenticatedCall(caller, personalPath('edit'), () =>
    sendForm(caller, modifyCenter, values),
  )
  if (reply.ok) throw await redirectWithFlash(caller, personalPath(), { message: '已保存' })
  const problem = problemOf(reply)
  return privateJson({ problem, values }, problem.status)
}

export default function EditPage() {
  const { profile, values: saved } = useLoaderData<typeof loader>()
  const { problem, values = saved } = useActionData<typeof action>() ?? {}
  return (
    <PersonalFrame title="编辑资料" {...(profile && { profile })}>
      <p className="soft">只保存在您的账号里，随时可以改或清空。</p>
      <PostForm action={personalPath('edit')} noValidate className={`panel ${styles.form}`}>
        <ErrorSummary problem={problem} />
        <TextField
          label="昵称"
          name="nickname"
          autoComplete="nickname"
          defaultValue={values.nickname}
          hint="最多 20 个字，不必用真名"
          error={problem?.fields['nickname']}
        />
        <SelectField
          label="所在城市"
          name="city_code"
          none="不填写"
          choices={cities.map(({ code, name }) => ({ value: code, label: name }))}
          defaultValue={values.city_code}
          error={problem?.fields['city_code']}
        />
        <SelectField
          label="孩子学段"
          name="stage"
          none="不填写"
          choices={stages.map(({ slug, label }) => ({ value: slug, label }))}
          defaultValue={values.stage}
          error={problem?.fields['stage']}
        />
        <SelectField
          label="孩子年级"
          name="grade"
          none="不填写"
          choices={gradeChoices}
          defaultValue={values.grade}
          error={problem?.fields['grade']}
        />
        <TextField
          label="关注的课程"
          name="courseText"
          defaultValue={values.courseText}
          hint="例如：IB、A‑Level"
          error={problem?.fields['courseText']}
        />
        <button className="button" type="submit">
          保存
        </button>
      </PostForm>
    </PersonalFrame>
  )
}
