/**
 * Which of the stored images (`repository:tag`) are the product's, of a version other than `kept`.
 *
 * @param repositories those that the product's images are in
 * @param kept tags: the version that runs, and the one that a roll back returns to
 */
export function earlierImages(
  stored: readonly string[],
  repositories: readonly string[],
  kept: readonly string[],
): string[] {
  return stored.filter((image) => {
    const end = image.lastIndexOf(':')
    const [repository, tag] = [image.slice(0, end), image.slice(end + 1)]
    return repositories.includes(repository) && tag !== '<none>' && !kept.includes(tag)
  })
}
