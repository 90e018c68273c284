import { attribute, elementsIn, textOf, type PageElement, type PageTree } from './page-tree.ts'

/** A way to send a form of a page: by one of its buttons. */
export type SubmitButton = {
  button: PageElement
  form: PageElement
  /** Its inputs, choices and texts. */
  fields: PageElement[]
  method: 'GET' | 'POST'
  /** As written; empty for the address of the page. */
  action: string
}

const fieldTags = new Set(['input', 'select', 'textarea'])

/** The buttons by which a visitor without scripts can send forms; those that are hidden or switched off are left out. */
export function submitButtons(page: PageTree): SubmitButton[] {
  const owners = new Map<PageElement, PageElement>()
  for (const form of page.all('form')) {
    for (const element of elementsIn(form)) owners.set(element, form)
  }
  const ownerOf = (element: PageElement) => {
    const id = attribute(element, 'form')
    if (id === undefined) return owners.get(element)
    return page.all('form').find((form) => attribute(form, 'id') === id)
  }
  const unseen = new Set(page.all().filter(isHidden).flatMap(elementsIn))
  return page.all('button').flatMap((button) => {
    const form = ownerOf(button)
    const isSubmit = (attribute(button, 'type') ?? 'submit') === 'submit'
    if (form === undefined || !isSubmit || isDisabled(button) || isHidden(button) || unseen.has(button))
      return []
    return {
      button,
      form,
      fields: page.all().filter((element) => fieldTags.has(element.tagName) && ownerOf(element) === form),
      method: attribute(form, 'method')?.toLowerCase() === 'post' ? 'POST' : 'GET',
      action: attribute(button, 'formAction') ?? attribute(form, 'action') ?? '',
    }
  })
}

function isHidden(element: PageElement): boolean {
  const isClosed = element.tagName === 'dialog' && attribute(element, 'open') === undefined
  return isClosed || attribute(element, 'hidden') !== undefined
}

function isDisabled(element: PageElement): boolean {
  return attribute(element, 'disabled') !== undefined
}

/** What a visitor makes of a field: its text, or whether it is ticked; undefined leaves it as it came. */
export type Filling = (field: PageElement) => string | boolean | undefined

/** What a browser sends of a form that was filled in. */
export function formFields({ button, fields }: SubmitButton, fill: Filling): URLSearchParams {
  const sent = new URLSearchParams()
  for (const field of fields) {
    const name = attribute(field, 'name') ?? ''
    if (name === '' || isDisabled(field)) continue
    const value = valueOf(field, fill(field))
    if (value !== undefined) sent.append(name, value)
  }
  const name = attribute(button, 'name') ?? ''
  if (name !== '') sent.append(name, attribute(button, 'value') ?? '')
  return sent
}

function valueOf(field: PageElement, filled: string | boolean | undefined): string | undefined {
  if (typeof filled === 'string') return filled
  if (field.tagName === 'textarea') return textOf(field)
  if (field.tagName === 'select') {
    const options = elementsIn(field).filter(({ tagName }) => tagName === 'option')
    const chosen = options.find((option) => attribute(option, 'selected') !== undefined) ?? options[0]
    return chosen && (attribute(chosen, 'value') ?? textOf(chosen))
  }
  if (!['checkbox', 'radio'].includes(attribute(field, 'type') ?? '')) return attribute(field, 'value') ?? ''
  const isTicked = filled ?? attribute(field, 'checked') !== undefined
  return isTicked ? (attribute(field, 'value') ?? 'on') : undefined
}
