/** Path data with every number rounded to a whole pixel: d`M${x} ${y}h${width}`. */
export function d(parts: TemplateStringsArray, ...numbers: readonly number[]): string {
  let text = parts[0] ?? ''
  for (let at = 0; at < numbers.length; at += 1) {
    text += `${Math.round(numbers[at] ?? 0)}${parts[at + 1] ?? ''}`
  }
  return text
}

/** A sheet that collects shapes in pixels, later ones above earlier ones. `more` is extra attributes. */
export interface Sketch {
  readonly width: number
  readonly height: number
  rect(x: number, y: number, width: number, height: number, fill: string, more?: string): void
  circle(x: number, y: number, radius: number, fill: string, more?: string): void
  oval(x: number, y: number, rx: number, ry: number, fill: string, more?: string): void
  path(data: string, fill: string, more?: string): void
  line(data: string, colour: string, width: number, more?: string): void
  /** Everything drawn inside gets the attributes. */
  group(more: string, draw: () => void): void
  /** Draws once, out of sight; the answer is the id for `use`. */
  define(draw: () => void): string
  use(id: string, more: string): void
  /** A linear gradient over the shape it fills; the answer is a fill. Stops may be `#rrggbb` or `#rrggbb/opacity`. */
  fade(stops: readonly string[], direction?: 'down' | 'right' | 'diagonal'): string
  /** A round gradient that fades to nothing; the answer is a fill. */
  glow(colour: string, opacity?: number): string
  /** The finished document. */
  finish(mirrored?: boolean): string
}

const directions = { down: ' x2="0" y2="1"', right: '', diagonal: ' y2="1"' }

function tight(data: string): string {
  return data.replaceAll(' -', '-')
}

/** A number with at most two decimals and no leading zero. */
export function short(value: number): string {
  return String(Number(value.toFixed(2))).replace(/^(-?)0\./, '$1.')
}

/** An empty sheet of that size. */
export function createSketch(width: number, height: number): Sketch {
  const definitions: string[] = []
  let shapes: string[] = []
  const gradients = new Map<string, string>()
  let ids = 0
  let linked = false

  function nextId() {
    ids += 1
    return ids < 27 ? String.fromCharCode(96 + ids) : `z${ids}`
  }

  function capture(draw: () => void) {
    const outer = shapes
    shapes = []
    draw()
    const inner = shapes.join('')
    shapes = outer
    return inner
  }

  function put(name: string, attributes: string, fill: string, more: string | undefined) {
    const colour = fill === '' ? '' : ` fill="${fill}"`
    shapes.push(`<${name} ${attributes}${colour}${more ? ` ${more}` : ''}/>`)
  }

  function gradient(kind: 'linear' | 'radial', aim: string, stopElements: string) {
    const key = kind + aim + stopElements
    const known = gradients.get(key)
    if (known !== undefined) return known
    const id = nextId()
    definitions.push(`<${kind}Gradient id="${id}"${aim}>${stopElements}</${kind}Gradient>`)
    const fill = `url(#${id})`
    gradients.set(key, fill)
    return fill
  }

  return {
    width,
    height,
    rect(x, y, w, h, fill, more) {
      const place = (Math.round(x) === 0 ? '' : d`x="${x}" `) + (Math.round(y) === 0 ? '' : d`y="${y}" `)
      put('rect', place + d`width="${w}" height="${h}"`, fill, more)
    },
    circle(x, y, radius, fill, more) {
      put('circle', d`cx="${x}" cy="${y}" r="${radius}"`, fill, more)
    },
    oval(x, y, rx, ry, fill, more) {
      put('ellipse', d`cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"`, fill, more)
    },
    path(data, fill, more) {
      put('path', `d="${tight(data)}"`, fill, more)
    },
    line(data, colour, stroke, more) {
      put(
        'path',
        `d="${tight(data)}"`,
        'none',
        `stroke="${colour}" stroke-width="${stroke}"${more ? ` ${more}` : ''}`,
      )
    },
    group(more, draw) {
      const inner = capture(draw)
      shapes.push(`<g ${more}>${inner}</g>`)
    },
    define(draw) {
      const id = nextId()
      definitions.push(`<g id="${id}">${capture(draw)}</g>`)
      return id
    },
    use(id, more) {
      linked = true
      // Plain href is unknown to iOS 12.
      shapes.push(`<use xlink:href="#${id}"${more ? ` ${more}` : ''}/>`)
    },
    fade(stops, direction = 'down') {
      const stopElements = stops.map((stop, at) => {
        const [colour, opacity] = stop.split('/')
        const offset = at === 0 ? '' : ` offset="${short(at / (stops.length - 1))}"`
        return `<stop${offset} stop-color="${colour}"${opacity ? ` stop-opacity="${opacity}"` : ''}/>`
      })
      return gradient('linear', directions[direction], stopElements.join(''))
    },
    glow(colour, opacity = 1) {
      const stopElements = `<stop stop-color="${colour}" stop-opacity="${short(opacity)}"/>`
      return gradient(
        'radial',
        '',
        `${stopElements}<stop offset="1" stop-color="${colour}" stop-opacity="0"/>`,
      )
    },
    finish(mirrored = false) {
      const links = linked ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : ''
      const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`
      const defs = definitions.length > 0 ? `<defs>${definitions.join('')}</defs>` : ''
      const drawn = shapes.join('')
      const content = mirrored ? `<g transform="translate(${width})scale(-1 1)">${drawn}</g>` : drawn
      return `<svg xmlns="http://www.w3.org/2000/svg"${links} ${size}>${defs}${content}</svg>`
    },
  }
}
