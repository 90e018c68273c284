import {
  type LeadField,
  type LeadFieldName,
  leadFieldNames,
  leadFields,
} from '#server/contract/catalogue/lead-fields.ts'
import type { OrderType } from '#server/contract/catalogue/order-types.ts'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import styles from './order-form.module.css'

type Values = Readonly<Record<string, string | undefined>>

const fieldOf = (name: LeadFieldName): LeadField => leadFields[name]
const ordinaryNames = leadFieldNames.filter((name) => fieldOf(name).isJoint !== true)

/** The fields of a lead form for the optional answers that its type asks for, or for some of them. */
export function AnswerFields({
  orderType,
  names = ordinaryNames,
  values,
  errors,
}: {
  orderType: OrderType
  names?: readonly LeadFieldName[]
  /** What was typed into a refused form. */
  values: Values
  errors: FormProblem['fields']
}) {
  return names
    .filter((name) => fieldOf(name).types.includes(orderType))
    .map((name) => {
      const { hints, isSeveral, none, prompt, terms } = fieldOf(name)
      const hint = hints[orderType]
      if (isSeveral) return <SeveralAnswers key={name} name={name} hint={hint} values={values} />
      return (
        <SelectField
          key={name}
          label={prompt}
          name={name}
          choices={terms.map(({ slug, label }) => ({ value: slug, label }))}
          hint={hint}
          {...(none === undefined ? {} : { none })}
          defaultValue={values[name]}
          error={errors[name]}
        />
      )
    })
}

/** A checkbox for each answer of a field that takes several. */
function SeveralAnswers({
  name,
  hint,
  values,
}: {
  name: LeadFieldName
  hint: string | undefined
  values: Values
}) {
  const { prompt, terms } = fieldOf(name)
  return (
    <fieldset className={styles.times}>
      <legend>
        {prompt}
        <small>（选填）</small>
      </legend>
      {hint === undefined ? null : <small>{hint}</small>}
      {terms.map(({ slug, label }) => {
        const field = answerField(name, slug)
        return (
          <label key={slug}>
            <input type="checkbox" name={field} value="1" defaultChecked={values[field] !== undefined} />
            {label}
          </label>
        )
      })}
    </fieldset>
  )
}

/** The name of the checkbox of one of several answers. */
function answerField(name: LeadFieldName, slug: string): string {
  const { prefix = name } = fieldOf(name)
  return `${prefix}_${slug}`
}

/** The fields of a form with the checkboxes of several answers put together as the API takes them. */
export function withSeveralAnswers(typed: Values): Values {
  const several = leadFieldNames.flatMap((name) => {
    const { isSeveral, terms } = fieldOf(name)
    const chosen = terms.filter(({ slug }) => isSeveral && typed[answerField(name, slug)] !== undefined)
    return chosen.length === 0 ? [] : [[name, chosen.map(({ slug }) => slug).join()]]
  })
  return { ...typed, ...Object.fromEntries(several) }
}
