/** Names what a picture shows: the first half of a SHA-256 of what is stored of it. */
export const pictureId = /^[0-9a-f]{32}$/
