/** Thrown if nothing was created. Its message tells the user of the scaffolder why. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
