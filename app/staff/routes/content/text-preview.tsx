import type { ArticlePartView } from '#app/articles/article-text.tsx'
import { RichText } from '#app/ui/text/rich-text.tsx'
import styles from './content-form.module.css'

/** A text as visitors will see it; `problems`: faults of its embeds. */
export type TextPreviewData = { parts: readonly ArticlePartView[]; problems: readonly string[] }

/** A text with what it embeds, which is drawn without its controls: a form of the staff area stands around it. */
export function TextPreview({ label, parts, problems }: TextPreviewData & { label: string }) {
  return (
    <section className={styles.preview} aria-label={`${label}预览`}>
      {problems.map((problem) => (
        <p key={problem} className="error">
          {problem}
        </p>
      ))}
      {parts.map((part, at) =>
        // oxlint-disable-next-line react/no-array-index-key -- parts have no other name than their place
        'html' in part ? <RichText key={at} html={part.html} /> : <Embedded key={at} part={part} />,
      )}
    </section>
  )
}

function Embedded({ part }: { part: Exclude<ArticlePartView, { html: string }> }) {
  const lines =
    'schools' in part
      ? part.schools.map(({ id, name }) => ({ id, text: name }))
      : part.days.map(({ id, title, when, state }) => ({ id, text: `${when} ${title}（${state}）` }))
  return (
    <aside className={styles.embed} aria-label={'schools' in part ? '文中的学校' : '文中的开放日'}>
      {lines.length === 0 ? <p>现在没有可以显示的。</p> : null}
      <ul>
        {lines.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      {part.more === undefined ? null : <p>{part.more.label}</p>}
    </aside>
  )
}
