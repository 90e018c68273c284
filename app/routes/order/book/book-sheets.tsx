import type { BookView } from './load-book.server.ts'
import styles from './book.module.css'

/** All scores and notes, a table for each school; on paper on a sheet of its own. */
export function BookSheets({ view: { people, sheets } }: { view: BookView }) {
  if (people.every(({ hasAnswered }) => !hasAnswered)) return null
  return (
    <section className={styles.sheets} aria-labelledby="sheets">
      <h2 className="section" id="sheets">
        每所学校
      </h2>
      {sheets.map(({ id, name, rows, notes }) => (
        <div key={id} className={styles.sheet}>
          <table>
            <caption>{name}</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span className="vh">哪一项</span>
                </th>
                {people.map((person) => (
                  <th key={person.id} scope="col">
                    {person.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, differs, scores }) => (
                <tr key={label} className={differs ? styles.differs : undefined}>
                  <th scope="row">
                    {label}
                    {differs ? <small>不一致</small> : null}
                  </th>
                  {people.map((person, at) => (
                    <td key={person.id}>{scores[at] ?? '–'}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {notes.map(({ name: person, note }) => (
            <p key={person}>{`${person}：${note}`}</p>
          ))}
        </div>
      ))}
    </section>
  )
}
