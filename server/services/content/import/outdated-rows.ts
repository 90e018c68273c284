/** Message for a row of an outdated export. */
export const outdated = '此行在导出后已被修改：请重新导出再改；确定要以文件为准时，删去这一格'
/** Message for a row that was changed while the import ran. */
export const changedMeanwhile = '导入期间此行被改过，没有导入任何内容：请核对现在的内容，再导入一次'
/** Message for a row that stays hidden. */
export const stillWithdrawn = '这一行已撤回，仍不公开；要重新公开，在这一列写 -'

/**
 * Whether a row was exported before the stored row's last change. Exports write times to the millisecond; rows written
 * by hand have none.
 */
export function isOutdated(stated: unknown, stored: unknown): boolean {
  if (typeof stated !== 'string' || typeof stored !== 'string') return false
  return new Date(stated).getTime() < new Date(stored).getTime()
}

/** Message for an open day of which more places were booked during the import than the file leaves. */
export const bookedMeanwhile =
  '导入期间又有家长预约，名额少于已约的人数，没有导入任何内容：请改名额，再导入一次'
