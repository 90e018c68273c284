import { useState } from 'react'
import type { City } from '#server/contract/cities.ts'
import { locationFailure } from '#server/contract/browser/location-messages.ts'
import { positionOfBrowser } from '#app/city/position-of-browser.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { cityPath } from '#app/paths.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { ChildChoices } from './child-choices.server.ts'
import styles from './child.module.css'

type Props = { city: City; choices: ChildChoices['places']; near: string | undefined }

/**
 * Where the child sets out from: a place of the city or, with scripts, the browser's own position, asked for on a click,
 * rounded to about 500 m and sent with the form alone.
 */
export function PlaceField({ city, choices, near }: Props) {
  const isHydrated = useHydrated()
  const [found, setFound] = useState<string>()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const locate = () => {
    if (state === 'busy') return
    setState('busy')
    positionOfBrowser().then(
      ({ latitude, longitude }) => {
        setFound(`${rounded(latitude)},${rounded(longitude)}`)
        setState('idle')
      },
      () => setState('failed'),
    )
  }
  const others = choices.filter(({ label }) => label !== ownLabel || found === undefined)
  return (
    <div>
      <SelectField
        key={found}
        label={`从${city.name}哪里出发`}
        name="near"
        none="先不选"
        choices={found === undefined ? others : [{ value: found, label: ownLabel }, ...others]}
        defaultValue={found ?? near}
      />
      <p className={styles.place}>
        <a href={cityPath}>不在{city.name}？换城市</a>
        {isHydrated && 'geolocation' in navigator ? (
          <button className="button quiet" type="button" aria-busy={state === 'busy'} onClick={locate}>
            {state === 'busy' ? '正在定位…' : '用我的位置'}
          </button>
        ) : null}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> belongs to a form */}
      <p role="status" className="small soft">
        {state === 'failed'
          ? `没能定位（${locationFailure}），请在上面选一个地方`
          : found === undefined
            ? ''
            : '已选“我的位置”，只精确到约 500 米，不保存'}
      </p>
    </div>
  )
}

const ownLabel = '我的位置'

/** Degrees rounded to 0.005, about 500 m. */
function rounded(degrees: number): number {
  return Math.round(degrees * 200) / 200
}
