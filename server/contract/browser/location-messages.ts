/** Message for a position outside the operating cities. */
export const notOperating = '当前区域不在运营地区'
/** Message for any failure to determine the position. */
export const locationFailure = '地理位置获取错误2'
