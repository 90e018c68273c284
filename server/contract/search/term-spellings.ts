import type { Boarding, Curriculum, Kind, Stage, Support, TeachingLanguage } from '../vocabulary.ts'

/** Apart from the terms, so that pages which only show labels do not load them. */
const spellings: Partial<
  Record<Stage | Kind | Curriculum | Boarding | TeachingLanguage | Support, readonly string[]>
> = {
  kindergarten: ['幼稚园', '学前'],
  primary: ['国际小学'],
  middle: ['中学', '国际初中'],
  high: ['国际高中'],
  international: ['国际'],
  foreign: ['外籍', '外籍学校'],
  bilingual: ['双语'],
  private: ['民办', '私立', '私立学校'],
  public: ['公办', '公立', '公立学校'],
  ib: ['国际文凭', 'IB学校', 'IB课程'],
  alevel: ['a-level', 'a level', 'A-Level课程'],
  igcse: ['IGCSE课程'],
  ap: ['AP课程'],
  american: ['美国课程', '美高'],
  canadian: ['加拿大高中', 'BC课程', 'OSSD'],
  australian: ['澳洲课程', 'VCE', 'WACE'],
  dse: ['HKDSE', '港校'],
  national: ['国内课程', '普高'],
  optional: ['可寄宿', '寄宿', '住宿', '住校'],
  full: ['全住宿'],
}
/** Words of files that nobody searches for. */
const written: typeof spellings = {
  kindergarten: ['幼儿园部', '学前班', '小班至大班', 'kg', 'preschool', 'pre-school'],
  primary: [
    '小学部',
    'primary school',
    'elementary',
    'elementary school',
    'g1-g6',
    '1-6年级',
    '一至六年级',
    '一年级至六年级',
  ],
  middle: [
    '初中部',
    'middle school',
    'junior high',
    'g7-g9',
    '7-9年级',
    '七至九年级',
    '七年级至九年级',
    '初一至初三',
  ],
  high: ['高中部', 'high school', 'senior high', 'g10-g12', '10-12年级', '高一至高三', '十年级至十二年级'],
  international: ['international school'],
  bilingual: ['bilingual school'],
  private: ['private school'],
  public: ['public school'],
  day: ['day school', '不住校', '不寄宿'],
  chinese: ['中文', '汉语', '普通话', 'mandarin', 'csl'],
  english: ['英文', '英语', '全英文', 'eal', 'esl'],
  learning: ['学习支持', '特殊教育需要', 'sen', 'learning support'],
  full: ['full boarding', '全部寄宿', '全部住校'],
}
const writtenBySlug = new Map<string, readonly string[]>(Object.entries(written))

/** Spellings of a term in files: those of `otherSpellings`, and what is written in tables only. */
export function writtenSpellings(slug: string): readonly string[] {
  return [...otherSpellings(slug), ...(writtenBySlug.get(slug) ?? [])]
}

const bySlug = new Map<string, readonly string[]>(Object.entries(spellings))

/** Spellings of a term, beside its slug and its label, that visitors type and lists of schools hold. */
export function otherSpellings(slug: string): readonly string[] {
  return bySlug.get(slug) ?? []
}
