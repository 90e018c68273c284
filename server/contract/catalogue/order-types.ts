/** Types of leads; `order` (a visit) is the default. */
export const orderTypes = ['order', 'consult', 'openday', 'course', 'planning', 'cooperation'] as const
export type OrderType = (typeof orderTypes)[number]

/** Names of the types for staff: in their lists, exports and notifications. */
export const orderTypeNames: Readonly<Record<OrderType, string>> = {
  order: '预约参观',
  consult: '择校咨询',
  openday: '开放日报名',
  course: '课程咨询',
  planning: '升学规划',
  cooperation: '商务合作',
}
