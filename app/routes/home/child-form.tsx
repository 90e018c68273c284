import type { City } from '#server/contract/cities.ts'
import type { Term } from '#server/contract/vocabulary.ts'
import { childPath } from '#app/child/child-address.ts'
import { ChildFields } from '#app/child/child-fields.tsx'
import { RememberBox } from '#app/child/remember-box.tsx'
import { PostForm } from '#app/forms/post-form.tsx'
import { schoolListPath } from '#app/paths.ts'
import styles from './home.module.css'

/** The form of a city's home page that leads to its schools as they are for one child. */
export function ChildForm({ city, places }: { city: City; places: readonly Term[] }) {
  return (
    <PostForm className={`panel ${styles.child}`} action={childPath} aria-label="按孩子看">
      <input type="hidden" name="back" value={schoolListPath(city)} />
      <ChildFields child={{}} places={places} asksBudget />
      <RememberBox />
      <button className="button">看孩子能报的学校</button>
    </PostForm>
  )
}
