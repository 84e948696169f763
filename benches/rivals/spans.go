// Finds links with xurls in its relaxed mode. The input and the output are those of spans.mjs.
package main

import (
	"encoding/json"
	"io"
	"log"
	"os"

	"mvdan.cc/xurls" // The import path of the Debian package, without "/v2".
)

func main() {
	finder := xurls.Relaxed()
	input := json.NewDecoder(os.Stdin)
	output := json.NewEncoder(os.Stdout)
	for {
		var text string
		if err := input.Decode(&text); err == io.EOF {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		spans := finder.FindAllStringIndex(text, -1)
		if spans == nil {
			spans = [][]int{}
		}
		if err := output.Encode(spans); err != nil {
			log.Fatal(err)
		}
	}
}
