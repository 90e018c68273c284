import type { SchoolDetailData } from '#server/contract/schools.ts'
import { monogram } from '#app/ui/school-words.ts'
import { cityOfSchool } from './school-data.ts'
import styles from './school-cover.module.css'

/** A quiet band with two signs of the school's name: stands where no picture of the school exists. */
export function SchoolCover({ school }: { school: SchoolDetailData }) {
  const place = [cityOfSchool(school).name, school.district?.name].filter(Boolean).join(' · ')
  return (
    <div className={styles.cover}>
      <svg className={styles.waves} width="100%" height="100%" aria-hidden="true" focusable="false">
        <defs>
          <pattern id="waves" width="56" height="28" patternUnits="userSpaceOnUse">
            {[0, 28, 56].flatMap((x) =>
              [26, 18, 10].map((r) => <circle key={`${x} ${r}`} cx={x} cy="28" r={r} />),
            )}
            {[14, 42].flatMap((x) =>
              [26, 18, 10].map((r) => <circle key={`${x} ${r}`} cx={x} cy="42" r={r} />),
            )}
          </pattern>
        </defs>
        <rect width="100%" height="100%" fill="url(#waves)" />
      </svg>
      <p className={styles.mark} aria-hidden="true">
        {monogram(school.name)}
      </p>
      <p className={styles.words}>{place}，暂无校园照片</p>
    </div>
  )
}
