import { maskName, maskPhone } from '#server/contract/phone-number.ts'
import type { Database } from '#server/db/connect.ts'
import { findOpenDayGuests } from '#server/db/open-days/notified-guests.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

type StoredOpenDayGuest = Awaited<ReturnType<typeof findOpenDayGuests>>[number]

/** A guest of an open day whose booking or place on the waiting list is active, or was taken off it, with the latest notice. */
export type OpenDayGuest = Omit<StoredOpenDayGuest, 'nameCipher' | 'phoneCipher'> & {
  name: string
  phone: string
}

type Needs = { db: Database; personal: PersonalData }

/** Reads the guests of an open day; names and phones are masked unless they are asked for `inFull`. */
export async function readOpenDayGuests(
  { db, personal }: Needs,
  openDayId: number,
  { inFull }: { inFull: boolean },
): Promise<OpenDayGuest[]> {
  const open = (encrypted: string | null) => (encrypted === null ? '' : personal.decrypt(encrypted))
  return (await findOpenDayGuests(db, openDayId)).map(({ nameCipher, phoneCipher, ...guest }) => {
    const [name, phone] = [open(nameCipher), open(phoneCipher)]
    return inFull
      ? { ...guest, name, phone: phone.replace(/^\+86/, '') }
      : { ...guest, name: maskName(name), phone: maskPhone(phone) }
  })
}

/** Whether a guest is to be called: there is a notice that no message delivered and nobody called about. */
export function isToCall({
  kind,
  smsSentAt,
  calledAt,
}: Pick<OpenDayGuest, 'kind' | 'smsSentAt' | 'calledAt'>): boolean {
  return kind !== null && smsSentAt === null && calledAt === null
}
