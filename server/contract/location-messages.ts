/** What a visitor reads when the place is found and no operating city is there. */
export const notOperating = '当前区域不在运营地区'
/** What a visitor reads after any failure to find the place. */
export const locationFailure = '地理位置获取错误2'
