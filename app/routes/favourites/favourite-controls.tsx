import type { SchoolCardView } from '#app/schools/school-card-view.ts'
import styles from './favourites.module.css'

/** A favourite's private note, and the address of its form. */
export type NoteProps = { note: string | undefined; noteHref: string }

/** The private note on a favourite, if there is one. */
function Note({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p className={styles.note}>
      <b>备注：</b>
      {text}
    </p>
  )
}

function NoteLink({ name, note, noteHref }: NoteProps & { name: string }) {
  return (
    <a className="word" href={noteHref}>
      {note === undefined ? '写备注' : '改备注'}
      <span className="vh">：{name}</span>
    </a>
  )
}

function RemoveButton({ id, name }: Pick<SchoolCardView, 'id' | 'name'>) {
  return (
    <button className="word" form="remove" name="remove" value={id} aria-label={`取消收藏${name}`}>
      取消收藏
    </button>
  )
}

/** Favourites that were withdrawn: their names and notes, and what one can do with them. */
export function Withdrawn({
  schools,
  noteOf,
}: {
  schools: { id: number; name: string }[]
  noteOf: (id: number) => NoteProps
}) {
  return (
    <section className="section" aria-labelledby="withdrawn">
      <h2 id="withdrawn">已撤下的学校</h2>
      <p className="soft">这些学校的页面已经撤下。您的收藏和备注还在，也可以取消收藏。</p>
      <ul className={`panel ${styles.withdrawn}`}>
        {schools.map(({ id, name }) => (
          <li key={id}>
            {name}
            <Note text={noteOf(id).note} />
            <p>
              <NoteLink name={name} {...noteOf(id)} /> <RemoveButton id={id} name={name} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the card of a favourite shows below its facts: its note, and what one can do with it. */
export function controlsWith(noteOf: (id: number) => NoteProps) {
  return function controls({ id, name }: SchoolCardView) {
    return (
      <div className={styles.controls}>
        <Note text={noteOf(id).note} />
        <p>
          <label className={styles.tick}>
            <input type="checkbox" form="choose" name="ids" value={id} aria-label={`对比${name}`} /> 对比
          </label>
          <NoteLink name={name} {...noteOf(id)} /> <RemoveButton id={id} name={name} />
        </p>
      </div>
    )
  }
}
