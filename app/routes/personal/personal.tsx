import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { favouritesPath, personalPath, schoolPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Icon } from '#app/ui/icon.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { privateJson, privateHeaders } from '#app/visitor/private-page.server.ts'
import { requireVisitor } from '#app/visitor/require-visitor.server.ts'
import { loadCounts } from './load-counts.server.ts'
import { PersonalFrame } from './personal-frame.tsx'
import styles from './personal.module.css'
import { profileLabels } from './profile-labels.ts'

/** Texts of the route `personal`. */
export const personalTemplate: Template = {
  title: '个人中心',
  keywords: '个人中心,我的资料',
  description: '查看我的资料、申请、收藏与授权。',
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => pageMeta(personalTemplate, siteOf(matches))

export const headers = () => privateHeaders

/** `/personal/`: the profile, and links to all data stored about the visitor. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  const profile = await requireVisitor(caller)
  return privateJson({ profile, facts: profileLabels(profile), ...(await loadCounts(caller)) })
}

export default function PersonalPage() {
  const { profile, facts, counts, favourites } = useLoaderData<typeof loader>()
  const links = [
    { href: personalPath('requests'), label: '我的申请', note: counted(counts.requests, '份') },
    { href: favouritesPath, label: '我的收藏', note: counted(counts.favourites, '所') },
    { href: personalPath('consents'), label: '我的授权', note: counted(counts.consents, '项') },
    { href: personalPath('sessions'), label: '登录设备', note: counted(counts.sessions, '台') },
    { href: personalPath('export'), label: '导出我的数据', note: '' },
    { href: personalPath('delete'), label: '注销账号', note: '' },
  ]
  return (
    <PersonalFrame title="个人中心" inner={false} profile={profile}>
      <section className={`panel ${styles.card}`} aria-labelledby="profile">
        <h2 id="profile">{profile.nickname === '' ? '我的资料' : profile.nickname}</h2>
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => [
            <dt key={`${label} `}>{label}</dt>,
            <dd key={label}>{value}</dd>,
          ])}
        </dl>
        <a className="button quiet" href={personalPath('edit')}>
          编辑资料
        </a>
      </section>
      <ul className={styles.links}>
        {links.map(({ href, label, note }) => (
          <li key={href}>
            <a href={href}>
              {label}
              <small>{note}</small>
              <Icon name="right" size={16} />
            </a>
          </li>
        ))}
      </ul>
      {favourites.length === 0 ? null : (
        <section aria-labelledby="favourites">
          <SectionHeading id="favourites" title="最近收藏" href={favouritesPath} />
          <ul className={styles.links}>
            {favourites.map(({ id, name, facts }) => (
              <li key={id}>
                <a href={schoolPath(id)}>
                  {name}
                  <small>{facts}</small>
                  <Icon name="right" size={16} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </PersonalFrame>
  )
}

function counted(count: number | undefined, unit: string): string {
  return count === undefined ? '' : count === 0 ? '暂无' : `${count} ${unit}`
}
