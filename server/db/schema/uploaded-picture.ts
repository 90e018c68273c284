import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { staffMember } from './staff.ts'

/** Pictures that pages uploaded and that no published content has named yet: they are deleted after some days without a draft. */
export const uploadedPicture = pgTable(
  'uploaded_picture',
  {
    hash: text().primaryKey(),
    staffId: integer('staff_id').references(() => staffMember.id, { onDelete: 'set null' }),
    uploadedAt: moment().notNull().defaultNow(),
  },
  (table) => [index('uploaded_picture_staff').on(table.staffId)],
)
