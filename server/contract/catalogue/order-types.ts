/** Types of leads; `order` (a visit) is the default. */
export const orderTypes = ['order', 'consult', 'openday', 'course', 'planning', 'cooperation'] as const
export type OrderType = (typeof orderTypes)[number]
