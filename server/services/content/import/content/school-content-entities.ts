import { z } from 'zod'
import { day, line, lines, wholeNumber } from '../rows/cells.ts'
import { listCell, momentCell } from '../rows/typed-cells.ts'
import {
  body,
  entity,
  likes,
  moment,
  now,
  paragraphs,
  picture,
  position,
  summary,
  text,
  year,
} from './content-entity.ts'
import type { ContentEntity } from './content-entity.ts'

const answers = listCell(
  z.object({
    body: lines(5000),
    answered_by: line(100),
    answered_at: momentCell.default(now),
  }),
  '[{"body":"有","answered_by":"招生办","answered_at":"2026-03-01"}]',
)

/** Entities that belong to a school, in the order in which they are written. */
export const schoolContentEntities: readonly ContentEntity[] = [
  entity({
    name: 'views',
    table: 'school_view',
    school: 'needed',
    references: ['school_id'],
    identity: ['school_id', 'title', 'published_at'],
    fields: [
      text('title', '标题', 200, true),
      summary,
      body('body', '正文', true),
      picture('picture', '图片'),
      moment('published_at', '发布时间'),
      likes,
    ],
  }),
  entity({
    name: 'graduates',
    table: 'graduate',
    school: 'needed',
    references: ['school_id'],
    identity: ['school_id', 'name', 'year'],
    fields: [
      text('name', '姓名', 60, true),
      year,
      text('destination', '去向', 200),
      text('major', '专业', 200),
      summary,
      body('story', '故事', true),
      picture('portrait', '照片'),
      likes,
      position,
    ],
  }),
  entity({
    name: 'teachers',
    table: 'teacher',
    school: 'needed',
    references: ['school_id'],
    identity: ['school_id', 'name', 'role'],
    fields: [
      text('name', '姓名', 60, true),
      text('role', '职务', 100, true),
      text('subject', '学科', 100),
      { name: 'years', chinese: '教龄', schema: wholeNumber(0, 80), control: 'number' },
      paragraphs('bio', '简介', 2000),
      picture('portrait', '照片'),
      position,
    ],
  }),
  entity({
    name: 'envs',
    table: 'env',
    school: 'needed',
    references: ['school_id'],
    identity: ['school_id', 'title', 'position'],
    fields: [
      text('title', '标题', 200, true),
      picture('picture', '图片', true),
      { name: 'taken_on', chinese: '拍摄日期', schema: day, control: 'day' },
      position,
    ],
  }),
  entity({
    name: 'questions',
    table: 'question',
    school: 'needed',
    references: ['school_id', 'state'],
    identity: ['school_id', 'body', 'asked_at'],
    list: 'answers',
    children: {
      table: 'answer',
      parent: 'question_id',
      columns: ['body', 'answered_by', 'answered_at'],
      order: 'c.answered_at, c.id',
    },
    fields: [
      { ...paragraphs('question', '问题', 2000, true), sql: 'body' },
      text('asked_by', '提问人', 60),
      moment('asked_at', '提问时间'),
      { name: 'answers', chinese: '回答', schema: answers },
    ],
  }),
]
