import type { CityState } from './city-state.ts'
import { expand } from './phrase.ts'
import type { Words } from './phrase.ts'

/** What became of a school: it takes pupils, takes none this year, or was closed. */
export type Fate = 'open' | 'not_enrolling' | 'closed'

/** Whole weeks that keep the time of the year, in days: a closed school's news is so much older. */
export const closedShift = -728

/** A titled text. */
export type Section = readonly [title: string, body: string]

/** The day on which the closed schools were closed: the tenth of July of the year before last. */
export function closedOn({ calendar }: CityState): string {
  return `${calendar.intakeYear - 2}-07-10`
}

/** What a school that was renamed says about its names. */
export function renamedSection(
  former: string,
  present: string,
  year: number,
  words: Words,
  state: CityState,
): Section {
  const body = expand(
    '学校原名“[former]”，[changed] 年起改用现在的名称“[present]”。办学主体、校址与教师团队都没有变化，{此前签订的入学协议继续有效|老生的学籍与协议不受影响}，旧校名的公函和证书同样可以使用。',
    { ...words, former, present, changed: String(year) },
    state.random,
  )
  return ['校名沿革', body]
}

/** What a closed school says about its end. */
export function closedSection(successor: string | undefined, words: Words, state: CityState): Section {
  const year = closedOn(state).slice(0, 4)
  const moved =
    successor === undefined
      ? '在读学生由主管部门协调转入附近学校，学籍已全部迁移完毕。'
      : '在读学生和部分教师转入[successor]，学籍与未用完的费用由后者接续。'
  const body = expand(
    `学校于 ${year} 年 7 月完成最后一届学生的结业后停止办学。${moved}\n\n以下各栏保留停办以前的记录，供校友查阅，{其中的费用、师资和招生说明不再有效|费用和招生信息均已失效}。`,
    { ...words, successor: successor ?? '' },
    state.random,
  )
  return ['停办说明', body]
}

/** Admissions of a school that takes nobody: why, and where to turn. */
export function haltedAdmissions(
  fate: Exclude<Fate, 'open'>,
  successor: string | undefined,
  words: Words,
  state: CityState,
): Section[] {
  const say = (phrase: string) => expand(phrase, { ...words, successor: successor ?? '' }, state.random)
  if (fate === 'closed') {
    return [
      [
        '招生状态',
        say(
          `本校已停止招生，也不再接受插班与转学。${successor === undefined ? '需要开具在读证明的校友，请向所在区教育主管部门查询。' : '有意就近入读的家庭，可以查看[successor]的招生信息；需要在读证明的校友，也由该校代为开具。'}`,
        ),
      ],
    ]
  }
  return [
    [
      '招生状态',
      say(
        '[year] 年秋季暂停招收新生。{教学楼加固与宿舍改造|东区教学楼的改造}预计持续一个学年，学校不希望新生在施工声里度过第一年，在读学生照常上课。',
      ),
    ],
    [
      '登记与通知',
      say(
        '可以先留下联系方式，恢复招生时会按登记先后电话通知，登记不收费，也不代表预留学位。{预计次年三月公布新的招生计划|新的招生计划最早在次年三月公布}。',
      ),
    ],
  ]
}
