import { expect } from 'vitest'
import { firstIds, type Journey } from './walk.ts'

/** A family that nobody expected checks in at an event that runs now. */
export const checkIn: Journey = async (walk) => {
  const { page, phone, open, arrives, reads, call } = walk
  const [event] = await firstIds(walk, '/api/events?check_in=open')
  await open(`/parents/?event=${event}`)
  const form = page.locator('main form[method="post"]')
  await form.locator('[name="name"]').fill('林女士')
  await form.locator('[name="phone"]').fill(phone)
  await form.locator('[name="consent_checkin"]').check()
  await form.getByRole('button', { name: '签到', exact: true }).click()
  await arrives(/^\/signdetail\/\?id=/)
  await reads('签到成功')
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  expect(await call(`/api/checkins/${id}`)).toMatchObject({ id, kind: 'parent' })
}
