import { yearlyCostLabel } from '#server/contract/child/cost-for.ts'
import { feeBinStep } from '#server/contract/vocabulary.ts'
import { moneyRange, moneyText } from '#app/ui/text/format.ts'
import { isCharted, ofHowMany } from '#app/ui/is-charted.ts'
import { countText } from './list-heading.ts'
import styles from './facet-form.module.css'

type Props = {
  /** Schools per bin of `feeBinStep` CNY, each up to its upper bound, the last one open. */
  bins: readonly number[]
  /** Limits of the tuition that are chosen, CNY per year. */
  feeMin: number | undefined
  feeMax: number | undefined
  /** Whose tuition it is: of pupils of one grade, or of stages; empty for the whole school's. */
  whose: string
  /** Whether it is what a year of one grade costs, else each school's lowest tuition. */
  isOfGrade: boolean
  /** How many schools of the list it is not known of. */
  unknown: number
}

/** Width of a bin, of its bar, and the height of the highest bar, in units of the picture. */
const binWidth = 10
const barWidth = 8
const height = 40

/**
 * The tuition of a list's schools as a histogram where it is known of enough of them, with the same in words and of how many
 * they speak; nothing when no tuition is known.
 */
export function FeeHistogram({ bins, feeMin = 0, feeMax = Infinity, whose, isOfGrade, unknown }: Props) {
  const most = Math.max(...bins)
  if (most === 0) return null
  const isChosen = (bin: number) => bin * feeBinStep >= feeMin && bin * feeBinStep < feeMax
  const barsOf = (chosen: boolean) =>
    bins
      .map((count, bin) => {
        const barHeight = Math.round((count / most) * height)
        const isShown = count > 0 && isChosen(bin) === chosen
        return isShown ? `M${bin * binWidth} ${height}v-${barHeight}h${barWidth}v${barHeight}` : ''
      })
      .join('')
  const total = bins.reduce((sum, count) => sum + count, 0)
  const highest = bins.indexOf(most)
  const isAlone = isCharted(total, unknown) && bins.lastIndexOf(most) === highest
  return (
    <div className={styles.histogram}>
      {isCharted(total, unknown) ? (
        <>
          <svg
            viewBox={`0 0 ${bins.length * binWidth} ${height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            <path d={barsOf(false)} />
            <path d={barsOf(true)} />
          </svg>
          <p aria-hidden="true">
            <small>0</small>
            <small>{moneyText(Math.floor(bins.length / 2) * feeBinStep)}</small>
            <small>{binLabel(bins.length - 1, bins.length)}</small>
          </p>
        </>
      ) : null}
      <p>
        <small>
          {`${ofHowMany(total, unknown)}${isOfGrade ? `算得出${whose}${yearlyCostLabel}多少` : `查得到${whose}学费`}${isAlone ? '，' : ''}`}
          {isAlone ? (
            <span className="part">
              {`${isOfGrade ? '' : '起价 '}${binLabel(highest, bins.length)}的最多（${countText(most)}）`}
            </span>
          ) : null}
        </small>
      </p>
    </div>
  )
}

/** The range of a bin: 2 万以内, 10–12 万, 40 万起. */
function binLabel(bin: number, count: number): string {
  const from = bin * feeBinStep
  return moneyRange(bin === 0 ? undefined : from, bin + 1 === count ? undefined : from + feeBinStep)
}
