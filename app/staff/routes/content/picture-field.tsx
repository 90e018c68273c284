import { maxPictureBytes } from '#server/contract/staff/pictures.ts'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { Field } from '../../parts/field.tsx'
import styles from './content-form.module.css'
import type { ContentField } from './content-texts.ts'
import { PictureThumbnail } from './picture-thumbnail.tsx'

type Props = {
  field: Pick<ContentField, 'name' | 'label' | 'needed'>
  /** The name of the picture that is stored or was uploaded before. */
  value: string
  problem: FormProblem | undefined
}

/** A field for a picture: the one of now, a file in its place, or none where it may be left out. */
export function PictureField({ field: { name, label, needed }, value, problem }: Props) {
  return (
    <div className={styles.picture}>
      {value === '' ? null : <PictureThumbnail value={value} label={`现在的${label}`} />}
      <div>
        <Field
          label={value === '' ? label : `换一张${label}`}
          name={name}
          form={{ values: {}, problem }}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          optional={!needed || value !== ''}
          hint={`JPEG、PNG、WebP、GIF 或 AVIF，最大 ${maxPictureBytes / 1024 / 1024} MB。拍摄地点等信息会去掉`}
        />
        {needed || value === '' ? null : (
          <label className={styles.without}>
            <input type="checkbox" name={`${name}.without`} value="1" />
            不要{label}
          </label>
        )}
      </div>
      <input type="hidden" name={`${name}.now`} value={value} />
    </div>
  )
}
