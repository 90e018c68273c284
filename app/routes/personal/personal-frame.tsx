import { useEffect, type ReactNode } from 'react'
import { PostForm } from '#app/forms/post-form.tsx'
import { homePath, logoutPath, personalPath } from '#app/paths.ts'
import { useCity } from '#app/root-data.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { storeProfile } from '#app/accounts/app-config-data.ts'
import type { Profile } from '#app/visitor/require-visitor.server.ts'
import type { Template } from '#app/seo/template.ts'
import styles from './personal.module.css'

/** Texts of the route `personalPart`. */
export const personalPartTemplate: Template = {
  title: '{extra1}_个人中心',
  keywords: '{extra1},个人中心',
  description: '查看和管理{extra1}。',
}

type Props = {
  title: string
  /** Absent on the personal centre itself. */
  inner?: boolean
  /** The masked profile, stored in the browser under `app_config_data`. */
  profile?: Profile
  children: ReactNode
}

/** Frame of the personal centre's pages: breadcrumbs and heading; on the centre itself 退出登录 too. */
export function PersonalFrame({ title, inner = true, profile, children }: Props) {
  const breadcrumbs = [
    { name: '首页', href: homePath(useCity()) },
    ...(inner ? [{ name: '个人中心', href: personalPath() }] : []),
    { name: title },
  ]
  useEffect(() => {
    if (profile !== undefined) storeProfile(profile)
  }, [profile])
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={breadcrumbs} />
      <div className={styles.page}>
        <h1>{title}</h1>
        {children}
        {inner ? null : (
          <PostForm action={logoutPath} className={styles.logout}>
            <button className="button quiet" type="submit">
              退出登录
            </button>
          </PostForm>
        )}
      </div>
    </main>
  )
}
