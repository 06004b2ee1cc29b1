// Packing of words, vector by vector; see pack.h. Included inside a namespace and so without a
// guard: by pack.h, and by bm_atomic_words.cpp once for each instruction set that it is compiled for.

// Packs the kept words of a vector to `at`; the words after them, up to the width of a vector, are
// undefined. Returns the place after the last kept word.
template <class Lanes, class Memory, class I>
inline __attribute__((always_inline)) I pack_vector(const Lanes& lanes,
                                                    const typename Lanes::V& words,
                                                    const typename Lanes::V& mask, Memory& kept,
                                                    const I& at) {
  const auto keep = lanes.not_zero(mask);
  lanes.store(lanes.compressed(words, keep), kept, at);
  return at + lanes.count(keep);
}

// Packs up to most_packed words to `kept`, which has room for one more vector; returns their
// number.
template <class Lanes>
inline __attribute__((always_inline)) int64_t pack_chunk(const Lanes& lanes, const uint32_t* words,
                                                         const uint32_t* mask, int64_t count,
                                                         uint32_t* kept) {
  const int64_t whole = count / lanes.width() * lanes.width();  // words in whole vectors
  int64_t at = 0, i = 0;
  for (; i < whole; i += lanes.width())
    at = pack_vector(lanes, lanes.load(words + i), lanes.load(mask + i), kept, at);
  for (; i < count; ++i) {
    kept[at] = words[i];
    at = place_after(at, is_kept(Word(), mask[i]));
  }
  return at;
}

template <class Lanes>
inline __attribute__((always_inline)) int64_t pack(const Lanes& lanes, uint8_t* dst,
                                                   const uint8_t* words, const uint8_t* mask,
                                                   int64_t count) {
  constexpr int64_t word_bytes = 4;
  // Stores write whole vectors, but dst ends after the last kept word, so the words pass through a
  // buffer. (Words are compressed in a register: some processors are slow to compress into memory.)
  uint32_t kept[most_packed + most_width];
  int64_t total = 0;
  for (int64_t done = 0; done < count; done += most_packed) {
    const int64_t first = done * word_bytes;
    const int64_t size = pack_chunk(lanes, reinterpret_cast<const uint32_t*>(words + first),
                                    reinterpret_cast<const uint32_t*>(mask + first),
                                    std::min(most_packed, count - done), kept);
    std::memcpy(dst + total * word_bytes, kept, static_cast<size_t>(size * word_bytes));
    total += size;
  }
  return total;
}
