extension Double {
  /// `5 seconds`, `0.5 seconds`, `1 second`: a time as messages say it.
  var inSeconds: String {
    let text = self == rounded() && magnitude < 1e9 ? String(Int(self)) : String(self)
    return text + (text == "1" ? " second" : " seconds")
  }
}
