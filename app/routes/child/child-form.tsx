import type { City } from '#server/contract/cities.ts'
import { childPath } from '#app/child/child-address.ts'
import type { ChildQuery } from '#server/contract/child/child-query.ts'
import { CheckboxField } from '#app/forms/checkbox-field.tsx'
import { PostForm } from '#app/forms/post-form.tsx'
import { RememberBox } from '#app/child/remember-box.tsx'
import { gradeNow } from '#app/child/grade-now.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { useEntryYear } from '#app/root-data.ts'
import type { ChildChoices } from './child-choices.server.ts'
import styles from './child.module.css'
import { PlaceField } from './place-field.tsx'

type Props = {
  /** The page that the form leads to. */
  back: string
  city: City
  child: ChildQuery
  /** CNY per year. */
  budget?: string | undefined
  choices: ChildChoices
  /** Whether this browser remembers a child already: it will then remember this one. */
  isRemembered: boolean
  /** Whether it describes a second child, which is remembered beside the first. */
  isSecond: boolean
}

/** The form that describes a child; every field may stay empty. */
export function ChildForm({ back, city, child, budget, choices, isRemembered, isSecond }: Props) {
  const next = useEntryYear()
  const now = gradeNow(child.grade, Number(child.year ?? next), next)
  const isList = back.startsWith('/schoollist/')
  return (
    <PostForm className={`panel ${styles.form}`} action={childPath}>
      <input type="hidden" name="back" value={back} />
      {isSecond ? <input type="hidden" name="second" value="1" /> : null}
      <SelectField label="孩子现在几年级" name="now" none="先不选" choices={choices.now} defaultValue={now} />
      <SelectField label="想哪年入学" name="year" choices={choices.years} defaultValue={child.year ?? ''} />
      <SelectField
        label="要上的年级"
        name="grade"
        none="按现在的年级往上推"
        choices={choices.grades}
        defaultValue={now === undefined ? child.grade : undefined}
      />
      <SelectField
        label="孩子的户籍或护照"
        name="identity"
        none="先不选"
        choices={choices.identities}
        defaultValue={child.identity}
      />
      <SelectField
        label="走读还是住校"
        name="stay"
        none="都可以"
        choices={choices.stays}
        defaultValue={child.stay}
      />
      <PlaceField city={city} choices={choices.places} near={child.near} />
      {isList ? (
        <SelectField
          label="一年预算"
          name="fee_max"
          none="不限"
          choices={choices.budgets}
          defaultValue={budget}
        />
      ) : null}
      <CheckboxField name="bus" defaultChecked={child.bus !== undefined}>
        要坐校车
      </CheckboxField>
      {isRemembered ? null : <RememberBox />}
      <button className="button" type="submit">
        {isList ? `看${city.name}的学校` : '按这个孩子看'}
      </button>
    </PostForm>
  )
}
