import { z } from 'zod'
import { feePeriods } from '#server/contract/child/entry-terms.ts'
import type { ContentColumn, FormControl } from '../content/content-entity.ts'
import { day, decimal, line, money, term, yesOrNo } from '../rows/cells.ts'
import { gradesCell, schoolYearCell, timeCell } from './grade-cells.ts'

/** A column of a list's file; `needed`: every row must have it. */
export const field = (
  name: string,
  chinese: string,
  schema: z.ZodType,
  needed = false,
  form: FormControl = {},
): ContentColumn => ({ name, chinese, schema, needed, ...form })
/** A column with a day. */
export const dayField = (name: string, chinese: string, needed = false): ContentColumn =>
  field(name, chinese, day, needed, { control: 'day' })
/** A column with a figure; `hint`: its unit. */
export const figure = (
  name: string,
  chinese: string,
  schema: z.ZodType,
  hint: string,
  needed = false,
): ContentColumn => field(name, chinese, schema, needed, { control: 'number', hint })

/** The highest amount that an import takes, CNY. */
export const mostMoney = 10_000_000
/** Who stated a row, and the day to which it applies. */
export const sourced = [field('source', '来源', line(200)), dayField('source_date', '来源日期')]
/** A remark. */
export const note = field('note', '备注', line(300))
/** A range of grades. */
export const grades = (needed: boolean) => field('grades', '年级', gradesCell, needed, { hint: '如 g1-g6' })
/** The calendar year in which a school year begins. */
export const year = (needed: boolean) =>
  field('year', '学年', schoolYearCell, needed, { hint: '如 2026-2027' })
/** Tuition, CNY per year; below 100 it is taken for a mistake. */
export const tuition = money(mostMoney, 100)
/** WGS-84 degrees, inside China. */
export const latitude = figure('lat', '纬度', decimal(17, 54, 6), 'WGS-84')
/** WGS-84 degrees, inside China. */
export const longitude = figure('lng', '经度', decimal(73, 136, 6), 'WGS-84')
/** When a bus leaves a stop, HH:MM in China's time. */
export const leaves = field('time', '上车时间', timeCell, false, { hint: '如 06:50' })
/** Price of a bus from a stop, CNY per year. */
export const price = figure('price', '年费', money(1_000_000, 100), '元 / 年')

/** Whether a fee is paid every year or once. */
export const paid = term(feePeriods, { year: ['年', '按年'], once: ['一次性'] })
/** Whether a fee is paid back; empty: unknown. */
export const refundable = yesOrNo({ true: ['可退', '可退还'], false: ['不退', '不可退', '不退还'] })
