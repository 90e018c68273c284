/** A file that a page carries from its check to the form that stores it: its name, and its bytes in base64. */
export type CarriedFile = { name: string; content: string }

/** A file as its page carries it. */
export async function carriedOf(file: File): Promise<CarriedFile> {
  return { name: file.name, content: Buffer.from(await file.arrayBuffer()).toString('base64') }
}

/** The file that a page carried, as the API takes it. */
export function fileOf({ name, content }: CarriedFile): File {
  return new File([Buffer.from(content, 'base64')], name)
}
