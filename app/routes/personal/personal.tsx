import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { childPath } from '#app/child/child-address.ts'
import { rememberedChild } from '#app/child/child-cookie.server.ts'
import { hasChild, withChild } from '#server/contract/child/child-query.ts'
import { childLabel } from '#app/child/read-child.server.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import { favouritesPath, personalPath, schoolListPath, schoolPath } from '#app/paths.ts'
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
  const city = cityOf(request)
  const { child, budget } = rememberedChild(request)
  const list = withChild(schoolListPath(city), child)
  return privateJson({
    profile,
    facts: profileLabels(profile),
    ...(await loadCounts(caller)),
    ...(hasChild(child)
      ? {
          child: {
            label: childLabel(child, city.code),
            list: budget === undefined ? list : `${list}&fee_max=${budget}`,
          },
        }
      : {}),
  })
}

export default function PersonalPage() {
  const { profile, facts, counts, favourites, child, newDevice } = useLoaderData<typeof loader>()
  const links = [
    { href: personalPath('requests'), label: '我的申请', note: counted(counts.requests, '份') },
    { href: favouritesPath, label: '我的收藏', note: counted(counts.favourites, '所') },
    { href: personalPath('questions'), label: '我的提问', note: counted(counts.questions, '个') },
    { href: personalPath('corrections'), label: '我的纠错', note: counted(counts.corrections, '条') },
    { href: personalPath('consents'), label: '我的授权', note: counted(counts.consents, '项') },
    { href: personalPath('sessions'), label: '登录设备', note: counted(counts.sessions, '台') },
    { href: personalPath('export'), label: '导出我的数据', note: '' },
    { href: personalPath('delete'), label: '注销账号', note: '' },
  ]
  return (
    <PersonalFrame title="个人中心" inner={false} profile={profile}>
      {newDevice === undefined ? null : (
        <p className={`panel ${styles.card}`}>
          有一台新设备登录了您的账号：{newDevice}。<a href={personalPath('sessions')}>不是您，就让它下线</a>
        </p>
      )}
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
      <section className={`panel ${styles.card}`} aria-labelledby="child">
        <h2 id="child">孩子的情况</h2>
        <RememberedChild child={child} />
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
                  <span>
                    {name}
                    <small>{facts}</small>
                  </span>
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

type ChildProps = { child: { label: string; list: string } | undefined }

/** What this browser remembers of a child, with ways to use, change and clear it; else an offer to fill it in. */
function RememberedChild({ child }: ChildProps) {
  if (child === undefined) {
    return (
      <>
        <p className={styles.offer}>
          填一次，名单和学校页面查到多少写多少：能不能报、这个年级一年多少钱、离家多远。
        </p>
        <a className="button quiet" href={childPath}>
          填孩子的情况
        </a>
      </>
    )
  }
  return (
    <form method="post" action={childPath}>
      <p>
        <b>{child.label}</b>
      </p>
      <p className="soft small">只记在这台设备上，账号里没有。</p>
      <p className="words">
        <a className="button" href={child.list}>
          按这个看学校
        </a>
        <a className="button quiet" href={childPath}>
          修改
        </a>
        <input type="hidden" name="back" value={personalPath()} />
        <button className="button quiet" name="clear" value="1">
          清除
        </button>
      </p>
    </form>
  )
}

function counted(count: number | undefined, unit: string): string {
  return count === undefined ? '' : count === 0 ? '暂无' : `${count} ${unit}`
}
