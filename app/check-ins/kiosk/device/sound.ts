/** Sound of an outcome: rising for success, level for a notice, falling for a refusal. */
export type Tone = 'good' | 'note' | 'bad'

const notes: Readonly<Record<Tone, readonly number[]>> = {
  good: [660, 990],
  note: [520, 520],
  bad: [300, 200],
}
const noteLength = 0.13

let context: AudioContext | undefined

/** Plays a short sound; does nothing where the browser has no audio or requires a user gesture first. */
export function playTone(tone: Tone): void {
  try {
    context ??= new AudioContext()
    const audio = context
    if (audio.state === 'suspended') audio.resume().catch(() => undefined)
    notes[tone].forEach((frequency, index) => note(audio, frequency, audio.currentTime + index * noteLength))
  } catch {
    // Check-in goes on without sound.
  }
}

function note(audio: AudioContext, frequency: number, start: number): void {
  const oscillator = audio.createOscillator()
  const volume = audio.createGain()
  oscillator.frequency.value = frequency
  volume.gain.setValueAtTime(0.25, start)
  volume.gain.linearRampToValueAtTime(0, start + noteLength)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + noteLength)
}
